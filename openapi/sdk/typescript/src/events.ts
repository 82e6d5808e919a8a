// Server-Sent Events, read from a fetch answer: a browser's EventSource cannot send a token.

export interface Event {
  name: string;
  id: string;
  data: string;
}

/** Puts the lines of a stream together; the id of the last event stays, as the standard has it. */
export class EventReader {
  lastId = "";
  private name = "message";
  private data: string[] = [];

  /** The event that this line ends, if it does. */
  line(text: string): Event | undefined {
    if (!text) {
      const event = this.data.length ? { name: this.name, id: this.lastId, data: this.data.join("\n") } : undefined;
      this.name = "message";
      this.data = [];
      return event;
    }
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(text) ?? [];
    if (name === "data") this.data.push(value);
    else if (name === "event") this.name = value;
    else if (name === "id") this.lastId = value;
    return undefined;
  }
}

/** The lines of an answer's body as they come; it is let go when the reader stops. Throws after so many milliseconds of silence. */
export async function* lines(body: ReadableStream<Uint8Array>, quiet = 45_000): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await within(quiet, reader.read());
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What is promised, if it comes in time. */
async function within<T>(ms: number, promised: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`Nothing came for ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
  }
}
