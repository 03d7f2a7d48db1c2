"use client";

import { useId } from "react";
import type { z } from "zod";
import { useField } from "@/components/form/use-field";
import { Checkbox } from "@/components/ui/checkbox";
import { asSentence } from "@/lib/inputs/answer";
import type { serviceKeySchema } from "@/lib/inputs/service";
import { scopes } from "@/lib/policy/roles";
import { scopeWords } from "./scope-words";

/** What a key may do, one thing a box. */
export function ScopesField() {
  const { held, change, error } = useField<z.input<typeof serviceKeySchema>>("scopes");
  const chosen = Array.isArray(held) ? held : [];
  const id = useId();
  return (
    <fieldset data-path="scopes" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-sm font-medium">It may</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            checked={chosen.includes(scope)}
            onCheckedChange={(on) => change(scopes.filter((one) => (one === scope ? on : chosen.includes(one))))}
            {...scopeWords[scope]}
          />
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-xs text-red-fg">
          {asSentence(error)}
        </p>
      )}
    </fieldset>
  );
}
