import type { FieldValues } from "react-hook-form";
import { expect, it } from "vitest";
import type { AudienceInput } from "@/lib/inputs/audience";
import type { PathOf } from "./use-field";

function at<V extends FieldValues>(path: PathOf<V>): string {
  return path;
}

it("is one of the schema's, which the compiler sees to", () => {
  expect(at<AudienceInput>("name")).toBe("name");
  // @ts-expect-error a list has no such member
  at<AudienceInput>("nmae");
  // @ts-expect-error whose path it is has to be said
  at("name");
});
