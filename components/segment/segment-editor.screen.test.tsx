import { fireEvent, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { describe, expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import type { RuleChoices } from "@/lib/directory/segment/choices";
import type { Answer } from "@/lib/inputs/answer";
import type { Rule } from "@/lib/segment/rule";
import type { MeasureRule } from "./panel/measure-rule";
import { SegmentEditor } from "./segment-editor";

const listId = "00000000-0000-7000-8000-000000000001";
const choices: RuleChoices = {
  attributes: [
    { name: "plan", type: "text" },
    { name: "age", type: "number" },
  ],
  app: [{ value: "shop", name: "Shop" }],
  list: [{ value: listId, name: "Spring sale" }],
  campaign: [],
  template: [],
};
const platform = (value: string) => ({ field: "platform", op: "is", value }) as const;
const read = { did: "read" } as const;

const values = {
  estimate: { users: 73, total: 200, sampled: 200 },
  count: { users: 71, devices: 90, at: "2026-11-30T12:00:00.000Z", exact: true },
  funnel: {
    total: 200,
    group: "all",
    steps: [{ path: ["all", 0], users: 120, change: -80 }],
    at: "2026-11-30T12:00:00.000Z",
  },
  samples: {
    matching: [{ id: "u1", userid: "maya" }],
    missing: [
      { id: "u2", userid: "noah", path: ["all", 0], words: "who read something", isTrue: false },
    ],
  },
};
const measured = (async (measure: keyof typeof values) => ({
  ok: true,
  value: values[measure],
})) as unknown as MeasureRule;

/** Opens the editor of a rule, or of a new segment; returns what it saved, too. */
function openEditor(
  rule?: Rule,
  more: Partial<Pick<ComponentProps<typeof SegmentEditor>, "measure">> & {
    change?: (input: unknown) => Promise<Answer<unknown>>;
  } = {},
) {
  const saves: unknown[] = [];
  const { change, measure = measured } = more;
  const save = async (input: { name?: string | undefined; rule?: unknown }) => {
    saves.push(input);
    const { name = "", rule: saved } = input;
    return { ok: true as const, value: { id: "s1", name, rule: saved as Rule, revision: 5 } };
  };
  const page = openPage(
    <SegmentEditor
      serviceId="s"
      {...(rule && { segment: { id: "s1", name: "Gold", rule, revision: 4 } })}
      choices={choices}
      actions={{
        add: save,
        change: (change as typeof save | undefined) ?? save,
        find: async () => ({ ok: true, value: [] }),
      }}
      measure={measure}
    />,
    "/audiences/segments/s1",
  );
  return { ...page, saves };
}

const box = (name: RegExp | string) => screen.getByRole("combobox", { name });
const press = (name: RegExp | string) => screen.getByRole("button", { name });
/** Chooses an entry of the menu of a condition or a group, by the keyboard. */
async function choose(user: ReturnType<typeof openPage>["user"], of: string, entry: string) {
  press(`Actions for ${of}`).focus();
  await user.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: new RegExp(`^${entry}`) });
  item.focus();
  await user.keyboard("{Enter}");
}
const conditions = () =>
  screen
    .getAllByRole("listitem", { name: /^Condition/ })
    .map((item) => within(item).getAllByRole<HTMLInputElement>("combobox")[0]?.value);

describe("the editor of a segment", () => {
  it("a new segment is filled in by the keyboard, read in words, and added", async () => {
    const { user, saves, visits } = openEditor();
    await user.type(screen.getByRole("textbox", { name: "Name" }), "iPhones");
    await user.click(box("What condition 1 is about"));
    await user.keyboard("platf{Enter}");
    await user.click(box("Value of condition 1"));
    await user.keyboard("ios{Enter}");
    expect(await screen.findByText("iOS users.")).toBeDefined();
    expect(await screen.findByText("of 200 users, an estimate")).toBeDefined();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await expect
      .poll(() => saves)
      .toEqual([{ serviceId: "s", name: "iPhones", rule: { all: [platform("ios")] } }]);
    await expect.poll(() => visits).toEqual(["/audiences/segments/s1"]);
  });

  it("what is missing is said at its condition, and has the focus", async () => {
    const { user, saves } = openEditor();
    await user.click(press("Add segment"));
    expect(await screen.findByText("Must not be empty.")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
    expect(screen.getByText("Choose what this condition is about.")).toBeDefined();
    expect(saves).toEqual([]);
  });

  it("a press on a button below an unfinished condition shows its error once it is over", async () => {
    const { user } = openEditor();
    const error = "Choose what this condition is about.";
    box("What condition 1 is about").focus();
    await user.pointer({ keys: "[MouseLeft>]", target: press("Add group") });
    expect(document.activeElement).toBe(press("Add group"));
    expect(screen.queryByText(error)).toBeNull();
    await user.pointer({ keys: "[/MouseLeft]", target: press("Add group") });
    expect(await screen.findByRole("listitem", { name: "Group 1" })).toBeDefined();
    expect(await screen.findByText(error)).toBeDefined();
  });

  it("a condition is added to its group and has the focus", async () => {
    const { user } = openEditor({ all: [{ any: [read] }] });
    await user.click(press("Add condition to group 1"));
    await expect.poll(() => document.activeElement).toBe(box("What condition 2 is about"));
    expect(conditions()).toEqual(["What they got or did", ""]);
  });

  it("after a removal the next condition has the focus, and undo restores it", async () => {
    const { user } = openEditor({ all: [platform("ios"), read] });
    await choose(user, "condition 1", "Remove");
    await expect.poll(conditions).toEqual(["What they got or did"]);
    await expect.poll(() => document.activeElement).toBe(box("What condition 1 is about"));
    await user.click(press("Undo"));
    await expect.poll(conditions).toEqual(["Platform", "What they got or did"]);
    await user.click(press("Redo"));
    await expect.poll(conditions).toEqual(["What they got or did"]);
  });

  it("a condition moves by keys, into a group that it meets", async () => {
    const { user, saves } = openEditor({ all: [platform("ios"), { any: [read] }] });
    box("What condition 1 is about").focus();
    await user.keyboard("{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}");
    await user.click(press("Save"));
    await expect
      .poll(() => saves)
      .toMatchObject([{ rule: { all: [{ any: [platform("ios"), read] }] }, revision: 4 }]);
  });

  it("a condition is put into a group, and the group is dissolved again", async () => {
    const { user } = openEditor({ all: [platform("ios"), read] });
    await choose(user, "condition 2", "Put into a group");
    expect(await screen.findByRole("listitem", { name: "Group 1" })).toBeDefined();
    await choose(user, "group 1", "Ungroup");
    await expect.poll(() => screen.queryByRole("listitem", { name: "Group 1" })).toBeNull();
    expect(conditions()).toEqual(["Platform", "What they got or did"]);
  });

  it("a removal is announced with the number of conditions that stay", async () => {
    const { user } = openEditor({ all: [platform("ios"), read] });
    await choose(user, "condition 1", "Remove");
    expect(await screen.findByText("Removed. The rule has 1 condition.")).toBeDefined();
  });

  it("several values are chips that the keyboard adds and removes", async () => {
    const { user, saves } = openEditor({
      all: [{ field: "attribute.plan", op: "in", value: ["gold"] }],
    });
    await user.type(
      screen.getByRole("textbox", { name: "Add to the value of condition 1" }),
      "silver{Enter}",
    );
    await user.click(press("Remove gold"));
    await user.click(press("Save"));
    await expect
      .poll(() => saves)
      .toMatchObject([
        { rule: { all: [{ field: "attribute.plan", op: "in", value: ["silver"] }] } },
      ]);
  });

  it("what is no number stays as it was typed, and is not saved", async () => {
    const { user, saves } = openEditor({
      all: [{ field: "attribute.age", op: "gte", value: 18 }],
    });
    const age = screen.getByRole<HTMLInputElement>("textbox", { name: "Value of condition 1" });
    await user.clear(age);
    await user.type(age, "old");
    await user.click(press("Save"));
    expect(await screen.findByText(/doesn’t fit/)).toBeDefined();
    expect(age.value).toBe("old");
    expect(saves).toEqual([]);
  });
});

describe("the rule as JSON", () => {
  const openJson = async (rule: Rule) => {
    const page = openEditor(rule);
    await page.user.click(screen.getByRole("tab", { name: "JSON" }));
    const text = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Rule as JSON" });
    const paste = (json: string) => fireEvent.change(text, { target: { value: json } });
    return { ...page, text, paste };
  };

  it("is pasted and continues in the form", async () => {
    const { user, paste } = await openJson({ all: [read] });
    paste(JSON.stringify({ any: [{ field: "list", op: "is", value: listId }] }));
    await user.click(screen.getByRole("tab", { name: "Rule" }));
    await expect.poll(conditions).toEqual(["List"]);
    expect(screen.getByDisplayValue("Spring sale")).toBeDefined();
  });

  it("an error is reported at its pointer, stays as it was typed, and stops a save", async () => {
    const { user, text, paste, saves } = await openJson({ all: [read] });
    const broken = '{"all": [\n{"field": "colour", "op": "is", "value": "red"}\n]}';
    paste(broken);
    expect(await screen.findByText(/^\/all\/0\/field: /)).toBeDefined();
    expect(text.value).toBe(broken);
    await user.click(press("Save"));
    expect(await screen.findByText("Finish the JSON first")).toBeDefined();
    expect(saves).toEqual([]);
    await user.click(press("Discard it"));
    await expect.poll(conditions).toEqual(["What they got or did"]);
  });
});

describe("a save that another member was faster with", () => {
  const theirs = { name: "Gold and silver", rule: { all: [platform("web")] } };
  const conflicting = () => {
    const calls: { revision?: number }[] = [];
    const change = async (input: unknown): Promise<Answer<unknown>> => {
      calls.push(input as { revision?: number });
      if (calls.length > 1) return { ok: true, value: { id: "s1", revision: 8 } };
      return {
        ok: false,
        problems: [{ pointer: "", message: "Otto changed this." }],
        conflict: { revision: 7, by: "Otto", at: null, theirs },
      };
    };
    return { calls, ...openEditor({ all: [platform("ios")] }, { change }) };
  };

  it("shows who it was, and loads their version, which undo reverts", async () => {
    const { user } = conflicting();
    await user.type(screen.getByRole("textbox", { name: "Name" }), " users");
    await user.click(press("Save"));
    expect(await screen.findByText(/Otto changed this while you were editing/)).toBeDefined();
    await user.click(press("Load their version"));
    expect(await screen.findByDisplayValue("Gold and silver")).toBeDefined();
    expect(screen.getByText("Web users.")).toBeDefined();
    await user.click(press("Undo"));
    expect(await screen.findByDisplayValue("Gold users")).toBeDefined();
  });

  it("replaces theirs when the member says so", async () => {
    const { user, calls } = conflicting();
    await user.type(screen.getByRole("textbox", { name: "Name" }), " users");
    await user.click(press("Save"));
    await user.click(await screen.findByRole("button", { name: "Save mine over it" }));
    await expect.poll(() => calls.map(({ revision }) => revision)).toEqual([4, 7]);
  });
});

describe("what is measured of a rule", () => {
  it("a count runs next to editing and can be cancelled", async () => {
    const signals: AbortSignal[] = [];
    const measure = (async (kind: keyof typeof values, _: unknown, signal: AbortSignal) => {
      if (kind !== "count") return { ok: true, value: values[kind] };
      signals.push(signal);
      return new Promise(() => undefined);
    }) as unknown as MeasureRule;
    const { user } = openEditor({ all: [read] }, { measure });
    await user.click(press("Count: Exact count"));
    await user.type(screen.getByRole("textbox", { name: "Name" }), " users");
    expect(screen.getByDisplayValue("Gold users")).toBeDefined();
    await user.click(press("Cancel: Exact count"));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(press("Count: Exact count")).toBeDefined();
  });

  it("a count is exact, and says when the rule has changed since", async () => {
    const { user } = openEditor({ all: [read] });
    await user.click(press("Count: Exact count"));
    expect(await screen.findByText("71")).toBeDefined();
    await choose(user, "condition 1", "Duplicate");
    expect(await screen.findByText(/The rule has changed since/)).toBeDefined();
  });

  it("the funnel shows the users that each part leaves, in words", async () => {
    const { user } = openEditor({ all: [read] });
    await user.click(press("Show: Funnel"));
    expect(await screen.findByText("who read something")).toBeDefined();
    expect(screen.getByText("120 users").parentElement?.textContent).toBe("120 users, 80 fewer");
  });

  it("samples lead to users, and say what keeps those out who just are not in it", async () => {
    const { user } = openEditor({ all: [read] });
    await user.click(press("Show: Samples"));
    const link = await screen.findByRole("link", { name: "maya" });
    expect(link.getAttribute("href")).toBe("/audiences/users/u1");
    expect(screen.getByRole("link", { name: "noah" }).parentElement?.textContent).toBe(
      "noahIs none of those who read something",
    );
  });

  it("nothing is measured of a rule that is not finished", async () => {
    openEditor();
    expect(press("Count: Exact count").hasAttribute("disabled")).toBe(true);
    expect(screen.getByText("Finish the rule to see an estimate")).toBeDefined();
  });
});
