"use client";

import { Field } from "@/components/ui/field";
import { TokenInput } from "../reach/token-input";

interface TestUsersProps {
  chosen: readonly string[];
  onChange: (users: readonly string[]) => void;
  /** Only users of simulated devices are allowed. */
  simulatedOnly: boolean;
}

/** The users that a test is sent to, by their ids. */
export function TestUsers({ chosen, onChange, simulatedOnly }: TestUsersProps) {
  return (
    <Field
      label="Users"
      hint={simulatedOnly ? "Users whose devices are all simulated" : "Any user ID"}
    >
      {(aria) => (
        <TokenInput
          control={aria}
          label="Users"
          path="testers"
          tokens={chosen}
          onChange={onChange}
          placeholder="User ids"
        />
      )}
    </Field>
  );
}
