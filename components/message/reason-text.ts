/** What became of a delivery, as the interface tells it. */
interface Told {
  code: string;
  description: string;
}

const words: ReadonlyMap<string, string> = new Map([
  ["Unknown user", "No device"],
  ["All devices of this user are unregistered", "Only devices that are no longer registered"],
  ["The message has no content for any device of this user", "Only devices that this message does not go to"],
]);

/** Why a delivery did not arrive, in the console's words; in the interface's own where it has no others. */
export function reasonText({ code, description }: Told): string {
  return words.get(description) ?? (description === "" ? `Code ${code}` : description);
}
