import { actionText } from "@/lib/policy/actions";

/** The stored details of an event. */
type Snapshot = Readonly<Record<string, unknown>>;

/**
 * Returns the sentence of an event, as it follows the name of the actor: "renamed the list “Spring”
 * to “Summer”". An action of another version of Clarion is named by its code.
 */
export function sentenceOf(action: string, snapshot: Snapshot): string {
  return actionText(action, snapshot, thingOf(snapshot)) ?? `did ${action}`;
}

/** Returns what the object of an event was called then; "" where its event has no name. */
export function thingOf(snapshot: Snapshot): string {
  const { after } = snapshot;
  const names = [
    typeof after === "object" && after !== null && "name" in after ? after.name : undefined,
    ...["name", "templateId", "appid", "provider", "email", "notifyurl", "url"].map((name) =>
      Object.hasOwn(snapshot, name) ? snapshot[name] : undefined,
    ),
  ];
  return (
    (names.find((name) => typeof name === "string" && name !== "") as string | undefined) ?? ""
  );
}
