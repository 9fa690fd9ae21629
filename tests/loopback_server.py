"""A scripted OpenAI-compatible chat server on the loopback interface: real HTTP, any reply.

Run as a program (`python tests/loopback_server.py --delay 0.25`) it prints its address and answers
every request with a well-formed judgement until it is stopped.
"""

import argparse
import asyncio
import itertools
import json
import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class Request:
    """What the server was asked.

    Attributes:
        number: Which request of the server's life it was, from 0.
        path: As in "/v1/chat/completions".
        headers: By lower-case name.
        body: The decoded JSON.
    """

    number: int
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, object]

    @property
    def prompt(self) -> str:
        """The text of every message, joined by blank lines."""
        messages = self.body["messages"]
        assert isinstance(messages, list)
        return "\n\n".join(str(message["content"]) for message in messages)

    @property
    def asked(self) -> tuple[int, ...]:
        """The context indexes that the prompt asks about, in its order."""
        token = re.findall(r"<query-(\w+)>", self.prompt)[0]
        return tuple(map(int, re.findall(rf'<context-{token} index="(\d+)">', self.prompt)))


@dataclass(frozen=True)
class Reply:
    """What the server answers.

    Attributes:
        content: The assistant's message; a JSON value other than text is sent as it is.
        message: The whole message object, in place of one made from `content`.
        finish_reason: As in the protocol.
        status: An HTTP status; with 400 and above `error` is sent.
        error: The error object's fields.
        headers: Sent beside the usual ones.
        delay: Seconds to wait before answering.
        reset: Drop the connection without an answer.
        cut: Send half of the body, then drop the connection.
        usage: Prompt and completion tokens; `None` sends no usage.
        fields: Of the body, in place of those made from the rest.
    """

    content: object = ""
    message: Mapping[str, object] | None = None
    finish_reason: str = "stop"
    status: int = 200
    error: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    reset: bool = False
    cut: bool = False
    usage: tuple[int, int] | None = (100, 20)
    fields: Mapping[str, object] = field(default_factory=dict)

    def body(self, request: Request) -> bytes:
        if self.status >= 400:
            return json.dumps({"error": {"message": "scripted failure", **self.error}}).encode()
        payload: dict[str, object] = {
            "id": f"reply-{request.number}",
            "object": "chat.completion",
            "created": 0,
            "model": request.body.get("model"),
            "choices": [
                {
                    "index": 0,
                    "finish_reason": self.finish_reason,
                    "message": self.message or {"role": "assistant", "content": self.content},
                }
            ],
        }
        if self.usage is not None:
            prompt, completion = self.usage
            payload["usage"] = {
                "prompt_tokens": prompt,
                "completion_tokens": completion,
                "total_tokens": prompt + completion,
            }
        return json.dumps({**payload, **self.fields}).encode()


def judgement_text(
    indexes: Sequence[int],
    *,
    level: str = "high",
    used: bool = True,
    missing: Sequence[str] = (),
) -> str:
    """A well-formed judgement that gives every index the same verdict."""
    return json.dumps(
        {
            "verdicts": [
                {"index": index, "reasoning": f"reason {index}", "level": level, "used": used}
                for index in indexes
            ],
            "missing": list(missing),
            "assessment": "fine",
        }
    )


def honest(request: Request) -> Reply:
    """A well-formed judgement of exactly the contexts that were asked about."""
    return Reply(judgement_text(request.asked))


Script = Callable[[Request], Reply]


class LoopbackServer:
    """The server, in a thread of its own, for the length of a `with` block.

    Args:
        script: One reply, several (the last is given for ever), or a function of the request.

    Attributes:
        requests: Everything that was asked so far, in order of arrival.
    """

    def __init__(self, script: Script | Reply | Sequence[Reply] = honest) -> None:
        self.requests: list[Request] = []
        self._script = script
        self._numbers = itertools.count()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def api_base(self) -> str:
        """What a client is given as its base URL."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        starting = asyncio.start_server(self._connected, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while await self._answered(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # The client hung up, as clients may, or the server stops.
        finally:
            self._connections.discard(task)
            writer.close()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; whether the connection goes on."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        body = json.loads(raw) if raw else {}
        request = Request(next(self._numbers), head[0].split()[1], headers, body)
        self.requests.append(request)
        reply = self._reply(request)
        await asyncio.sleep(reply.delay)
        if reply.reset:
            writer.transport.abort()
            return False
        payload = reply.body(request)
        lines = [
            f"HTTP/1.1 {reply.status} Scripted",
            "Content-Type: application/json",
            f"Content-Length: {len(payload)}",
            *(f"{name}: {value}" for name, value in reply.headers.items()),
        ]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
        writer.write(payload[: len(payload) // 2] if reply.cut else payload)
        await writer.drain()
        return not reply.cut

    def _reply(self, request: Request) -> Reply:
        if isinstance(self._script, Reply):
            return self._script
        if callable(self._script):
            return self._script(request)
        return self._script[min(request.number, len(self._script) - 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    delay: float = parser.parse_args().delay

    def late(request: Request) -> Reply:
        return Reply(judgement_text(request.asked), delay=delay)

    with LoopbackServer(late) as server:
        sys.stdout.write(f"{server.api_base}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
