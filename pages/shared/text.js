// Untrusted text with marks in it. It only ever becomes text nodes, never HTML or Markdown.
export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".scorescope-text");
  box.setAttribute("aria-label", data.label);
  box.style.setProperty("--text-height", `${data.height}px`);
  box.replaceChildren(
    ...data.pieces.map(([text, kind, title]) => {
      if (kind === null) return text;
      const mark = document.createElement("mark");
      mark.className = kind;
      mark.title = title;
      mark.textContent = text;
      return mark;
    }),
  );
}
