import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { Form } from "./form";
import { SecretField } from "./secret-field";

const schema = z.object({ secret: z.string(), password: z.string() });

it("lets password managers at the user's own password alone", () => {
  const html = renderToStaticMarkup(
    <Form
      label="Test"
      schema={schema}
      initial={{ secret: "", password: "" }}
      action={async () => ({ ok: false as const, problems: [] })}
      onDone={() => undefined}
    >
      <SecretField<z.input<typeof schema>> path="secret" label="Secret" />
      <SecretField<z.input<typeof schema>>
        path="password"
        label="Password"
        autoComplete="current-password"
      />
    </Form>,
  );
  const [secret = "", password = ""] = html.match(/<input[^>]*>/g) ?? [];
  expect(secret).toContain('autoComplete="new-password"');
  expect(secret).toContain('data-1p-ignore=""');
  expect(password).toContain('autoComplete="current-password"');
  expect(password).not.toContain("data-1p-ignore");
});
