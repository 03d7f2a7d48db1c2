"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { SecretField } from "@/components/form/secret-field";
import { SwitchField } from "@/components/form/switch-field";
import { asLines, ExactField, TextField } from "@/components/form/text-field";
import { PaddedCard } from "@/components/ui/card";
import { CopyField } from "@/components/ui/copy-field";
import { toast } from "@/components/ui/toast";
import { paths } from "@/lib/inputs/paths";
import { connectionSchema } from "@/lib/inputs/sign-on";
import type { OpenedConnection } from "@/lib/sign-on/list";
import type { saveConnection } from "@/lib/sign-on/save";
import type { ActionOf } from "@/lib/verb/answer";
import { GroupFields } from "./group-fields";

type Connection = z.input<typeof connectionSchema>;

interface ConnectionFormProps {
  id: string;
  /** Absent for a new one. */
  connection: OpenedConnection | undefined;
  redirectUri: string;
  services: readonly { id: string; name: string }[];
  /** Owners of the installation who have a password. */
  owners: readonly { id: string; name: string; email: string }[];
  save: ActionOf<typeof saveConnection>;
}

/** Edits how people sign in by a provider. A stored secret is never shown again. */
export function ConnectionForm({
  id,
  connection,
  redirectUri,
  services,
  owners,
  save,
}: ConnectionFormProps) {
  const router = useRouter();
  const done = () => {
    toast.success("Saved");
    if (!connection) router.push(paths.connection(id));
  };
  return (
    <Form
      label="Connection"
      className="space-y-5"
      schema={connectionSchema}
      initial={initialOf(id, connection)}
      action={save}
      onDone={done}
    >
      <PaddedCard
        id="provider"
        title="Provider"
        description="Register Clarion there as a web application first."
        inside="max-w-2xl space-y-5"
      >
        <CopyField
          label="Redirect URI"
          hint="Register exactly this address with your provider."
          text={redirectUri}
          what="redirect URI"
        />
        <TextField<Connection>
          path="name"
          label="Name"
          hint="The button says “Continue with …”."
          placeholder="Acme"
        />
        <ExactField<Connection>
          path="issuer"
          label="Issuer URL"
          placeholder="https://id.example.com"
          inputMode="url"
          controlClassName="code text-sm"
        />
        <ExactField<Connection> path="clientId" label="Client ID" controlClassName="code text-sm" />
        <SecretField<Connection>
          path="clientSecret"
          label="Client secret"
          optional={connection !== undefined}
          hint={
            connection
              ? "A secret is saved and never shown. Enter a new one to replace it."
              : "Stored encrypted and never shown again."
          }
        />
      </PaddedCard>
      <PaddedCard
        id="people"
        title="People"
        description="Whom the provider may speak for."
        inside="max-w-2xl space-y-5"
      >
        <ExactField<Connection>
          path="domains"
          label="Domains of e-mail addresses"
          multiline
          controlClassName="code text-sm"
          placeholder="example.com"
          spelling={asLines}
          hint="One a line. Addresses of other domains are refused."
        />
        <SwitchField<Connection>
          path="trustsEmails"
          label="Trust its e-mail addresses"
          hint="Accepts addresses without the claim email_verified. Only for providers where users can’t choose their own address."
        />
      </PaddedCard>
      <PaddedCard
        id="roles"
        title="Roles"
        description="Set at each sign-in, in the services that are chosen here. A service keeps its last owner."
        inside="space-y-5"
      >
        <ExactField<Connection>
          path="groupsClaim"
          label="Claim with the groups"
          className="max-w-160"
          controlClassName="code text-sm"
          hint="A name, or the path to it, like realm_access.roles."
        />
        <GroupFields services={services} />
      </PaddedCard>
      <PaddedCard id="enforcement" title="Enforcement" inside="max-w-2xl space-y-5">
        <SwitchField<Connection>
          path="enforced"
          label="Require it for these domains"
          hint="These addresses sign in only through this provider. Passwords are off. Open sessions continue."
        />
        <ChoiceField<Connection>
          path="breakGlassId"
          label="Break-glass owner"
          placeholder="Choose an owner"
          hint="May always sign in by password, for when the provider is out of reach."
          options={owners.map((owner) => ({
            value: owner.id,
            label: owner.name,
            named: true,
            description: owner.email,
          }))}
        />
      </PaddedCard>
      <SubmitButton>{connection ? "Save" : "Add connection"}</SubmitButton>
    </Form>
  );
}

function initialOf(id: string, connection: Partial<OpenedConnection> = {}): Connection {
  const {
    name = "",
    issuer = "",
    clientId = "",
    domains = [],
    trustsEmails = false,
    enforced = false,
    breakGlassId,
  } = connection;
  const { groupsClaim = "groups", groups = [] } = connection;
  const provider = { name, issuer, clientId, clientSecret: "" };
  return {
    id,
    ...provider,
    domains,
    trustsEmails,
    groupsClaim,
    groups,
    enforced,
    breakGlassId: breakGlassId ?? "",
  };
}
