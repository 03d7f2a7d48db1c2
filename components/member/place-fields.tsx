"use client";

import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { SwitchField } from "@/components/form/switch-field";
import type { Membership } from "@/lib/policy/can";
import { roleOptions } from "./role-text";

/** Role in a service, and what a marketer is granted with it. */
export function PlaceFields() {
  const role: unknown = useWatch<Membership>({ name: "role" });
  return (
    <>
      <ChoiceField<Membership> path="role" label="Role" options={roleOptions} />
      {role === "marketer" && (
        <div className="space-y-3">
          <SwitchField<Membership>
            path="maySend"
            label="May send"
            hint="Sends and schedules campaigns."
          />
          <SwitchField<Membership>
            path="mayApprove"
            label="May approve"
            hint="Approves campaigns of others."
          />
        </div>
      )}
    </>
  );
}
