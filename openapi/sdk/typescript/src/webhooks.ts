// Webhooks: whether a notice really comes from the server (the Standard Webhooks signature).

const TOLERANCE = 300; // seconds that a notice may be old, or ahead of this machine's clock

export interface Notice {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The notice was not signed with the webhook's secret, or not just now. */
export class BadSignature extends Error {
  override readonly name = "BadSignature";
}

/** The notice, once its signature and its time are found right. `secret` is the `whsec_…` of the webhook, `body` the text as it came. */
export async function verifyWebhook(secret: string, headers: Headers | Record<string, string>, body: string): Promise<Notice> {
  const given = headers instanceof Headers ? headers : new Headers(headers);
  const [id, at, signatures] = ["id", "timestamp", "signature"].map((name) => given.get(`webhook-${name}`));
  if (!id || !at || !signatures) throw new BadSignature("The notice has no signature that can be read.");
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
  const right = await Promise.all(signatures.split(" ").map((one) => matches(key, one, signed)));
  if (!right.includes(true)) throw new BadSignature("The notice was not signed with this secret.");
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= TOLERANCE)) throw new BadSignature("The notice is too old.");
  return JSON.parse(body) as Notice;
}

async function matches(key: CryptoKey, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, text] = signature.split(",");
  if (version !== "v1" || !text) return false;
  try {
    return await crypto.subtle.verify("HMAC", key, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), signed);
  } catch {
    return false;
  }
}
