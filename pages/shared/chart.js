// One figure on the screen, with its table. Streamlit calls the function at the end when the chart
// is mounted, and again whenever its data or the theme change.

const charts = new WeakMap(); // the element that Streamlit gives us -> the chart in it
const UNAVAILABLE = "The chart could not be drawn: its drawing library did not load.";

let loading; // of Plotly: one promise for all charts of the browser page

function loadPlotly(address) {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(address, document.baseURI).href;
    script.onload = () => (window.Plotly ? resolve(window.Plotly) : script.onerror());
    script.onerror = () => {
      loading = undefined; // the next chart tries again
      script.remove();
      reject(new Error(UNAVAILABLE));
    };
    document.head.append(script);
  });
  return loading;
}

/** Streamlit's theme as a Plotly template: it colours whatever the figure leaves open. */
function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(`--st-${name}`).trim();
  const text = read("text-color");
  const line = read("border-color");
  const background = read("background-color");
  const font = { color: text, family: read("font"), size: 13 };
  const axis = { gridcolor: line, linecolor: line, tickcolor: line, zerolinecolor: line };
  const scene = { ...axis, backgroundcolor: background };
  return {
    data: { waterfall: [{ connector: { line: { color: line, width: 1 } } }] },
    layout: {
      font,
      colorway: read("chart-categorical-colors").split(","),
      paper_bgcolor: background,
      plot_bgcolor: "rgba(0,0,0,0)",
      xaxis: axis,
      yaxis: axis,
      scene: { xaxis: scene, yaxis: scene, zaxis: scene },
      shapedefaults: { line: { color: text } },
      hoverlabel: {
        bgcolor: read("secondary-background-color"),
        bordercolor: line,
        font: { ...font },
      },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: text, activecolor: read("primary-color") },
    },
  };
}

function configOf(name) {
  return {
    displaylogo: false,
    plotlyServerURL: "", // nothing on the page offers to send a chart to another machine
    modeBarButtonsToRemove: [
      "sendChartToCloud",
      "autoScale2d",
      "lasso2d",
      "select2d",
      "zoomIn2d",
      "zoomOut2d",
    ],
    toImageButtonOptions: { filename: name, scale: 2 },
  };
}

/** Cells are set as text, never as HTML: they may hold what a stranger wrote. */
function fillTable(table, { columns, numeric, rows }) {
  const cell = (tag, text, column) => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.classList.toggle("number", numeric[column]);
    return element;
  };
  const heads = columns.map((text, column) => cell("th", text, column));
  heads.forEach((head) => (head.scope = "col"));
  table.createTHead().replaceChildren(rowOf(heads));
  const body = table.tBodies[0] ?? table.createTBody();
  body.replaceChildren(...rows.map((row) => rowOf(row.map((text, at) => cell("td", text, at)))));
}

function rowOf(cells) {
  const row = document.createElement("tr");
  row.append(...cells);
  return row;
}

function clicked({ points: [point] }) {
  const { curveNumber, pointNumber, pointNumbers, x, y, label, customdata } = point;
  const index = pointNumber ?? pointNumbers?.[0] ?? null;
  return { trace: curveNumber, index, x: x ?? label ?? null, y: y ?? null, customdata };
}

class Chart {
  constructor(root) {
    this.root = root;
    this.failure = root.querySelector(".failure");
    this.plot = root.querySelector(".plot");
    this.details = root.querySelector("details");
    this.details.addEventListener("toggle", () => this.showTable());
    // Tells the first width, too: to ask for it would make the browser lay out the page again and
    // again, once for each chart.
    this.observer = new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.draw();
    });
    this.observer.observe(root);
  }

  update(data, report) {
    if (data === this.data) this.template = undefined; // called for a new theme
    this.data = data;
    this.report = report;
    this.plot.style.height = `${data.height}px`;
    this.plot.setAttribute("aria-label", data.alt);
    this.plot.classList.toggle("clickable", data.clickable);
    this.details.hidden = data.table === null;
    this.showTable();
    if (window.Plotly) this.draw();
    else loadPlotly(data.plotly).then(() => this.draw(), ({ message }) => this.fail(message));
  }

  /** A closed table costs nothing. */
  showTable() {
    const { table, alt } = this.data;
    if (table === null || !this.details.open || table === this.tabled) return;
    this.tabled = table;
    const region = this.details.querySelector(".table");
    region.setAttribute("aria-label", alt);
    fillTable(region.querySelector("table"), table);
  }

  /** Draws what has changed: nothing if nothing has, or while the chart is out of sight. */
  async draw() {
    if (this.removed || !this.width || !window.Plotly) return;
    const { figure, height, name } = this.data;
    this.template ??= themeOf(this.root);
    const state = [figure, this.template, this.width, height];
    if (state.every((part, at) => part === this.drawn?.[at])) return;
    this.drawn = state;
    this.failure.hidden = true;
    this.plot.hidden = false;
    try {
      const { data, layout } = JSON.parse(figure);
      Object.assign(layout, {
        template: this.template,
        paper_bgcolor: this.template.layout.paper_bgcolor, // a downloaded picture needs one
        uirevision: layout.uirevision ?? "kept", // zoom and hidden traces outlive a change of data
        width: this.width,
        height,
      });
      await window.Plotly.react(this.plot, data, layout, configOf(name));
      this.listen();
    } catch (error) {
      console.error(error);
      this.fail(`The chart could not be drawn: ${error.message}`);
    }
  }

  listen() {
    if (this.listening || this.removed) return;
    this.listening = true;
    this.plot.on("plotly_click", (event) => {
      if (this.data.clickable) this.report("click", clicked(event));
    });
  }

  /** Says in words what went wrong; the table says what the chart would have said. */
  fail(message) {
    if (this.removed) return;
    this.drawn = undefined;
    this.failure.textContent = message;
    this.failure.hidden = false;
    this.plot.hidden = true;
    this.details.open = true;
  }

  remove() {
    this.removed = true;
    this.observer.disconnect();
    if (window.Plotly) window.Plotly.purge(this.plot);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let chart = charts.get(parentElement);
  if (!chart) {
    chart = new Chart(parentElement.querySelector(".scorescope-chart"));
    charts.set(parentElement, chart);
  }
  chart.update(data, setTriggerValue);
  return () => {
    chart.remove();
    charts.delete(parentElement);
  };
}
