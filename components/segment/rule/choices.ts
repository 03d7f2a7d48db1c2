import { platformName } from "@/components/facts/platform-names";
import { commonLanguages, languageName } from "@/lib/compose/language-name";
import type {
  RuleChoice,
  RuleChoiceKind,
  RuleChoices as ServiceChoices,
} from "@/lib/directory/segment/choices";
import { platforms } from "@/lib/interface/device-kinds";
import type { FieldKind } from "@/lib/segment/fields";
import { countries, zonesOf } from "@/lib/segment/zones";
import type { Choice } from "../fields/choice-box";
import type { AttributeChoice } from "./leaf-words";

/** What conditions are chosen from. Of lists, campaigns and templates the first ones alone. */
export interface RuleChoices extends Record<RuleChoiceKind, readonly Choice[]> {
  attributes: readonly AttributeChoice[];
}

/** What a service has, as it is offered. */
export function choicesFrom({ attributes, ...named }: ServiceChoices): RuleChoices {
  const { app, list, campaign, template } = named;
  return {
    attributes,
    app: namedChoices("app", app),
    list: namedChoices("list", list),
    campaign: namedChoices("campaign", campaign),
    template: namedChoices("template", template),
  };
}

function namedChoices(kind: RuleChoiceKind, rows: readonly RuleChoice[]): readonly Choice[] {
  // Apps and templates have an id that people know them by.
  const hasId = kind === "app" || kind === "template";
  return rows.map(({ value, name }) => ({ value, label: name, ...(hasId && { aside: value }) }));
}

/** The choices with more of a kind, which were found by name. */
export function withMore(
  choices: RuleChoices,
  kind: RuleChoiceKind,
  rows: readonly RuleChoice[],
): RuleChoices {
  const fresh = rows.filter((row) => choices[kind].every(({ value }) => value !== row.value));
  if (fresh.length === 0) return choices;
  return { ...choices, [kind]: [...choices[kind], ...namedChoices(kind, fresh)] };
}

const regionNames = new Intl.DisplayNames(["en"], { type: "region" });
const byLabel = new Intl.Collator("en");

let zoneChoices: readonly Choice[] | undefined;
let countryChoices: readonly Choice[] | undefined;

const platformChoices: readonly Choice[] = platforms.map((platform) => ({
  value: platform,
  label: platformName(platform),
}));
const languageChoices: readonly Choice[] = commonLanguages.map((tag) => ({
  value: tag,
  label: languageName(tag),
  aside: tag,
}));

/** What people call a country: `DE` → "Germany". */
function countryName(country: string): string {
  return regionNames.of(country) ?? country;
}

/** What the values of a field are chosen from; undefined where they are typed. */
export function choicesOf(kind: FieldKind, choices: RuleChoices): readonly Choice[] | undefined {
  switch (kind) {
    case "platform":
      return platformChoices;
    case "app":
    case "list":
      return choices[kind];
    case "language":
      return languageChoices;
    case "timezone":
      // With their links: a device may report either name.
      zoneChoices ??= ["UTC", ...new Set(countries.flatMap(zonesOf).toSorted())].map((zone) => ({
        value: zone,
        label: zone.replaceAll("_", " "),
      }));
      return zoneChoices;
    case "country":
      countryChoices ??= countries
        .map((country) => ({ value: country, label: countryName(country), aside: country }))
        .toSorted((one, other) => byLabel.compare(one.label, other.label));
      return countryChoices;
    case "text":
    case "number":
    case "boolean":
    case "date":
    case "moment":
    case "count":
      return undefined;
  }
}

/** What a value of a field is called; of what is named by an id and unknown here, what it is. */
export function valueWords(kind: FieldKind, value: unknown, choices: RuleChoices): string {
  const option = choicesOf(kind, choices)?.find((one) => one.value === value);
  if (option) return option.label;
  if (kind === "language" && typeof value === "string") return languageName(value);
  return String(value);
}
