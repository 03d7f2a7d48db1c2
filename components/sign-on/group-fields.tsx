"use client";

import { Plus, Trash2 } from "lucide-react";
import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { SwitchField } from "@/components/form/switch-field";
import { ExactField } from "@/components/form/text-field";
import { useHeld } from "@/components/form/use-field";
import { roleOptions } from "@/components/member/role-text";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { mostGroups, type connectionSchema } from "@/lib/inputs/sign-on";

type Input = z.input<typeof connectionSchema>;
type Group = Input["groups"][number];

/** Which group of the provider is what in which service, a block each. */
export function GroupFields({ services }: { services: readonly { id: string; name: string }[] }) {
  const { fieldValue, change } = useHeld<Input, "groups">("groups");
  const groups: readonly Group[] = Array.isArray(fieldValue) ? fieldValue : [];
  const [first] = services;
  const added: Group = {
    group: "",
    serviceId: services.length === 1 ? (first?.id ?? "") : "",
    role: "viewer",
    maySend: false,
    mayApprove: false,
  };
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">Groups</legend>
      {groups.length === 0 && (
        <p className="text-sm text-ink-muted">No group gives a role. People need an invitation.</p>
      )}
      {groups.map(({ role }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no identity but its place
        <fieldset
          key={at}
          aria-label={`Group ${at + 1}`}
          className="min-w-0 space-y-3 rounded-md border border-line bg-sunken p-3"
        >
          <div className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
              <ExactField<Input> path={`groups.${at}.group`} label="Group" />
              <ChoiceField<Input>
                path={`groups.${at}.serviceId`}
                label="Service"
                placeholder="Choose one"
                options={services.map(({ id, name }) => ({ value: id, label: name, named: true }))}
              />
              <ChoiceField<Input> path={`groups.${at}.role`} label="Role" options={roleOptions} />
            </div>
            <IconButton
              icon={Trash2}
              label={`Remove group ${at + 1}`}
              onClick={() => change(groups.toSpliced(at, 1))}
              className="mt-6.5"
            />
          </div>
          {role === "marketer" && (
            <div className="flex flex-wrap gap-x-8 gap-y-3">
              <SwitchField<Input> path={`groups.${at}.maySend`} label="May send" />
              <SwitchField<Input> path={`groups.${at}.mayApprove`} label="May approve" />
            </div>
          )}
        </fieldset>
      ))}
      {groups.length < mostGroups && (
        <Button icon={Plus} size="sm" onClick={() => change([...groups, added])}>
          Add a group
        </Button>
      )}
    </fieldset>
  );
}
