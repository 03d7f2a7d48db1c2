import { parseHttpUrl } from "@/lib/interface/url";

/** What a command knows of its server. */
export interface Settings {
  /** Where it is, without a slash at its end: `https://push.example.com`. */
  origin: string;
  key: string;
}

/**
 * `CLARION_URL` and `CLARION_KEY`, or what is wrong with them in a sentence that says nothing of
 * what stands in them: either may hold a secret, and logs are read by many.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Settings | { problem: string } {
  const { CLARION_URL: address = "", CLARION_KEY: keyText = "" } = environment;
  const key = keyText.trim();
  const missing = [
    ...(address.trim() === "" ? ["CLARION_URL"] : []),
    ...(key === "" ? ["CLARION_KEY"] : []),
  ];
  if (missing.length > 0) return { problem: `Set ${missing.join(" and ")}.` };
  // Header values hold no others; fetch names the whole value where one does.
  if (!/^[\x21-\x7e]+$/.test(key))
    return {
      problem:
        "CLARION_KEY contains a line break, a space or another character that cannot be part of a key. Copy only the key.",
    };
  const url = parseHttpUrl(address.trim());
  if (!url)
    return {
      problem: "CLARION_URL is not the address of a server. Write it as https://push.example.com.",
    };
  const { origin, pathname, username, password, search, hash } = url;
  if (username !== "" || password !== "")
    return {
      problem:
        "CLARION_URL contains a user name or a password. Remove them: the CLI sends only CLARION_KEY.",
    };
  if (search !== "" || hash !== "")
    return { problem: "CLARION_URL contains a ? or a #. Write only the address of the server." };
  return { origin: `${origin}${pathname}`.replace(/\/+$/, ""), key };
}
