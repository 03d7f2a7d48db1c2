import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isolated, sentence } from "./sentence";

const html = (text: string) =>
  renderToStaticMarkup(<>{sentence(text)}</>).replaceAll(
    ' translate="no" dir="auto" class="foreign"',
    "",
  );

describe("sentence", () => {
  it("draws quoted and isolated names apart from our words", () => {
    expect(renderToStaticMarkup(<>{sentence("Delete “عرض (50%)!”?")}</>)).toBe(
      'Delete “<bdi translate="no" dir="auto" class="foreign">عرض (50%)!</bdi>”?',
    );
    expect(html(`Removed ${isolated("Ada")} from ${isolated("Shop")}`)).toBe(
      "Removed <bdi>Ada</bdi> from <bdi>Shop</bdi>",
    );
    expect(html("“A” and “B”")).toBe("“<bdi>A</bdi>” and “<bdi>B</bdi>”");
  });

  it("leaves other texts and elements as they are", () => {
    expect(sentence("Nothing here")).toBe("Nothing here");
    expect(sentence("“ open")).toBe("“ open");
    const element = <b>bold</b>;
    expect(sentence(element)).toBe(element);
  });
});
