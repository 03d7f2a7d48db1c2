import { parseRequest } from "@/lib/interface/parse";

/**
 * A request to one user with these members, as the interface parses it. Throws with its problems
 * where it has any.
 */
export function parsedRequest(members: object) {
  const body = {
    deliverychannel: "push",
    appid: "a",
    destination: [{ userid: ["u"] }],
    ...members,
  };
  const result = parseRequest(new TextEncoder().encode(JSON.stringify(body)), {
    sizeRule: "body",
    httpsOnly: true,
    now: 0,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.request;
}
