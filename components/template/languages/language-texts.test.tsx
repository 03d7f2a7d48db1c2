import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LanguageTexts } from "./language-texts";

const at = "/android/title";
const drawn = (text: string, translated: string, of = text) => {
  const markup = renderToStaticMarkup(
    <LanguageTexts
      blocks={{ android: { title: text } }}
      language={{ language: "it", texts: [{ at, of, text: translated }] }}
      sizes={undefined}
      open
      onOpen={() => undefined}
      onChange={() => undefined}
      onRemove={() => undefined}
    />,
  );
  return {
    markup,
    words: markup.replaceAll(/<textarea.*?<\/textarea>|<[^>]*>/g, " ").replaceAll(/\s+/g, " "),
  };
};

it("a translation names placeholders that it adds or leaves out", () => {
  const { words } = drawn("Good day ${name}", "Ciao ${nome}");
  expect(words).toContain("${nome} is not in the default text.");
  expect(words).toContain("Leaves out ${name}.");
  // What was translated stays in sight.
  expect(words).toContain("Good day ${name}");
  expect(drawn("Hi", "${a} ${b}").words).toContain("${a} and ${b} are not in the default text.");
});

it("a translation that says the same has no notice", () => {
  const { markup, words } = drawn("Good day ${name}", "Ciao ${name}");
  expect(words).not.toMatch(/default text|Leaves out|At most/);
  expect(markup).not.toContain('aria-invalid="true"');
});

it("a translation that is too long to be stored is reported at its field", () => {
  const { markup, words } = drawn("Hello", "x".repeat(5_210));
  expect(words).toContain("At most 4,096 characters; this has 5,210.");
  expect(words).toContain("Hello");
  expect(markup).toContain('aria-invalid="true"');
  expect(drawn("Hello", "x".repeat(4_096)).words).not.toContain("At most");
});

it("an outdated one can be said to be still right", () => {
  expect(drawn("Good day", "Ciao", "Hello").markup).toContain(
    'aria-label="Android title in Italian is still right"',
  );
});
