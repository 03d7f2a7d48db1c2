import { describe, expect, it } from "vitest";
import { exampleComposition } from "@/lib/compose/composition";
import { openDocument } from "@/lib/editor/document";
import { campaignKind, storedCampaign, type CampaignContent } from "./campaign-kind";

const example = exampleComposition("sandbox");
/** The example with another title for all. */
const saying = (title: string, name: string | undefined = "Spring"): CampaignContent => ({
  ...example,
  name,
  shared: { ...example.shared, title },
});
const stored = (revision: number, content: CampaignContent) => ({
  id: "c1",
  revision,
  text: campaignKind.write(content),
});
const tabDraft = (
  content: CampaignContent,
  revision: number,
  unanswered: CampaignContent[] = [],
) => ({
  content,
  base: saying("base"),
  revision,
  unanswered,
});

describe("a campaign's draft that is opened", () => {
  it("is what the server has where this tab has nothing of its own", () =>
    expect(
      openDocument(campaignKind, stored(3, saying("server")), saying("server"), undefined),
    ).toMatchObject({
      id: "c1",
      revision: 3,
      content: saying("server"),
      base: saying("server"),
    }));

  it("goes on with the words and the name of this tab, from the version that they were written from", () =>
    expect(
      openDocument(
        campaignKind,
        stored(3, saying("server")),
        saying("server"),
        tabDraft(saying("tab", "Spring sale"), 3),
      ),
    ).toMatchObject({
      content: saying("tab", "Spring sale"),
      base: saying("server"),
      revision: 3,
    }));

  it("is what the server has where this tab has the same words, written from any version", () =>
    expect(
      openDocument(
        campaignKind,
        stored(5, saying("sent")),
        saying("sent"),
        tabDraft(saying("sent"), 3),
      ),
    ).toMatchObject({
      content: saying("sent"),
      revision: 5,
    }));

  it("goes on from a save of this tab whose answer was lost", () => {
    const own = saying("saved by this tab");
    const opened = openDocument(
      campaignKind,
      stored(4, own),
      own,
      tabDraft(saying("tab"), 3, [own]),
    );
    expect(opened).toMatchObject({ content: saying("tab"), base: own, revision: 4 });
  });

  it.each([
    ["newer", 4],
    ["older, as a page is that was drawn before the last save", 2],
  ])(
    "saves the words of this tab against the version that they were written from where the server's is %s",
    (_, revision) =>
      expect(
        openDocument(
          campaignKind,
          stored(revision, saying("server")),
          saying("server"),
          tabDraft(saying("tab"), 3),
        ),
      ).toMatchObject({
        content: saying("tab"),
        base: saying("base"),
        revision: 3,
      }),
  );

  it("is a new message with the words of this tab where the server has none", () =>
    expect(
      openDocument(campaignKind, undefined, example, tabDraft(saying("tab"), 0)),
    ).toMatchObject({
      id: null,
      content: saying("tab"),
      base: example,
    }));
});

describe("a campaign's draft", () => {
  it("is another one by its words and its name, not by its nonce", () => {
    const { text } = campaignKind;
    expect(text({ ...saying("a"), attempt: { nonce: "other" } })).toBe(text(saying("a")));
    expect(text(saying("b"))).not.toBe(text(saying("a")));
    expect(text(saying("a", "Autumn"))).not.toBe(text(saying("a")));
  });

  it("merges the name as any field, and keeps this editor's nonce", () => {
    const { merge } = campaignKind;
    const renamed = { ...saying("base", "Autumn"), attempt: { nonce: "theirs" } };
    expect(merge(saying("base"), saying("mine"), renamed)).toEqual({
      content: saying("mine", "Autumn"),
      theirs: ["Name"],
      both: [],
    });
    expect(merge(saying("base"), saying("base", "Mine"), renamed)).toMatchObject({
      content: saying("base", "Mine"),
      both: ["Name"],
    });
    expect(merge(saying("base"), saying("base", "Mine"), saying("base")).content).toEqual(
      saying("base", "Mine"),
    );
  });

  it("is read with its name where that is not the one that its content gives it", () => {
    const draft = campaignKind.write(example);
    expect(storedCampaign({ revision: 2, name: "Spring", draft }, "Olga")).toMatchObject({
      by: "Olga",
      content: { name: "Spring" },
    });
    expect(storedCampaign({ revision: 2, name: "Spring", draft: "{}" }, null)).toMatchObject({
      by: "Another member",
      content: undefined,
    });
  });

  it("is refused where the server would never store it", () => {
    expect(campaignKind.contentProblem(example)).toBeUndefined();
    expect(campaignKind.contentProblem(saying("x".repeat(300_000)))).toMatch(
      /a draft takes at most 262,144/,
    );
  });
});
