import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Field } from "@/lib/describe/description";
import { DescribedField } from "./described-field";
import { Form } from "./form";

const schema = z.object({ secret: z.string().optional() });
type FormValues = z.input<typeof schema>;

const secret: Field = {
  label: "Client secret",
  type: "line",
  secret: true,
  help: "The secret of this client.",
  example: "a long secret",
  check: z.string(),
};

function markup(isStored: boolean, text?: string): string {
  return renderToStaticMarkup(
    <Form
      label="Test"
      schema={schema}
      initial={{ secret: text }}
      action={async () => ({ ok: false as const, problems: [] })}
      onDone={() => undefined}
    >
      <DescribedField<FormValues> path="secret" field={secret} hint="" isStored={isStored} />
    </Form>,
  );
}

it("offers to replace a stored secret instead of a field", () => {
  expect(markup(true)).toContain('aria-label="Replace: Client secret"');
  expect(markup(true)).not.toContain("<input");
});

it("shows a field for a secret that is not stored, or that is being typed", () => {
  expect(markup(false)).toContain('type="password"');
  expect(markup(true, "new")).toContain('type="password"');
});
