/** What I owe in all my games, known on every screen: one long-poll after another. */

import { call, Refused, token } from "./api.js";
import { pause } from "./live.js";
import { dispatch, now } from "./store.js";

export async function followTurns() {
  for (let etag = "", whose = ""; ;) {
    if (token() !== whose) [whose, etag] = [token(), ""];
    const { notify, sound } = now().settings, waits = etag && (!document.hidden || notify || sound); // a page that nobody looks at holds no connection for nothing
    try {
      if (!whose) throw new Refused(401, null, 2);
      const answer = await call("GET", `/v1/me/turns?limit=50${waits ? "&wait=25" : ""}`, { quiet: true, headers: etag ? { "If-None-Match": etag } : {} });
      etag = answer.etag ?? etag;
      if (answer.status === 200 && token() === whose) dispatch({ type: "turns", items: answer.data.items });
      await pause(Number(answer.headers("Retry-After")) * 1000 || (document.hidden && !waits ? 10_000 : 250));
    } catch (error) {
      etag = "";
      await pause(error instanceof Refused && error.after ? error.after * 1000 : 10_000);
    }
  }
}
