import { expect, it } from "vitest";
import { exampleComposition } from "@/lib/compose/composition";
import { givenName } from "@/lib/compose/draft-text";
import { noReach } from "@/lib/compose/reach";
import { ChosenSegment } from "./audience/chosen-segment";
import { ReachSource } from "./audience/reach-fields";
import { MessageName } from "./message-name";
import { drawnAround, fieldIn, sandboxApp } from "./testing";

const { request } = exampleComposition("sandbox");
const titled = (title: string) => ({
  ...request,
  channels: { push: { android: { title, text: "Text" } } },
});
const name = (of: typeof request, ownName: string | undefined) =>
  fieldIn(
    drawnAround(of, <MessageName name={ownName} onRename={() => undefined} />),
    "Name of the message",
  );

it("a message is named by what it says, until it is given a name", () => {
  expect(name(request, undefined)).toMatchObject({
    value: "",
    placeholder: "Your parcel is on its way 📦",
  });
  // A draft stored under the name from its title still follows its title.
  const titledRequest = titled("Named by its title");
  expect(
    name(titled("Another title"), givenName(titledRequest, "Named by its title")),
  ).toMatchObject({
    value: "",
    placeholder: "Another title",
  });
  expect(name(titled("A third title"), givenName(titledRequest, "June, first try")).value).toBe(
    "June, first try",
  );
});

it("a draft that goes to a saved list shows so, in place of typed recipients", () => {
  const source = (audienceId: string | null) =>
    drawnAround(request, <ReachSource app={sandboxApp} />, { reach: { ...noReach, audienceId } });
  expect(source("list")).toMatch(/aria-checked="true"[^>]*>(?:(?!<button).)*A saved list/);
  expect(source(null)).not.toContain("A saved list");
});

it("a draft that goes to a segment shows so, and when it is decided who is in it", () => {
  const segment = { id: "gold", evaluation: "confirmation" as const };
  const parts = (
    <>
      <ReachSource app={sandboxApp} />
      <ChosenSegment />
    </>
  );
  const markup = drawnAround(request, parts, { reach: { ...noReach, segment } });
  expect(markup).toMatch(/aria-checked="true"[^>]*>(?:(?!<button).)*A segment/);
  expect(markup).toMatch(/aria-checked="true"[^>]*>(?:(?!<button).)*When it is confirmed/);
});
