import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { FindField } from "./find-field";

it("what was typed is looked for before a click elsewhere, and no second time", async () => {
  const steps: string[] = [];
  const { user } = openPage(
    <>
      <FindField text={undefined} onFind={(text) => steps.push(`find ${text}`)} />
      <button type="button" onClick={() => steps.push("click")}>
        Row
      </button>
    </>,
    "/audiences/users",
  );
  await user.type(screen.getByRole("searchbox"), "zoe");
  await user.click(screen.getByRole("button", { name: "Row" }));
  expect(steps).toEqual(["find zoe", "click"]);
  await user.click(screen.getByRole("searchbox"));
  await user.click(screen.getByRole("button", { name: "Row" }));
  expect(steps).toEqual(["find zoe", "click", "click"]);
});
