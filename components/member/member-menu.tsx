"use client";

import {
  Ellipsis,
  KeyRound,
  LogOut,
  ShieldOff,
  UserCheck,
  UserMinus,
  UserPen,
  UserX,
} from "lucide-react";
import { useState } from "react";
import { HistoryItem } from "@/components/audit/history-link";
import { DialogForm } from "@/components/form/dialog-form";
import { useCall } from "@/components/form/use-call";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { isolated } from "@/components/ui/isolated";
import { toast } from "@/components/ui/toast";
import type { MemberRow } from "@/lib/directory/member/list";
import type { Answer } from "@/lib/inputs/answer";
import { changeMemberSchema } from "@/lib/inputs/member";
import type { allowed, MemberActions } from "./member-actions";
import { MemberQuestions, type Asking } from "./member-questions";
import { PlaceFields } from "./place-fields";
import { ResetDialog } from "./reset-dialog";

interface MemberMenuProps {
  row: MemberRow;
  serviceId: string;
  /** Name of the service. */
  service: string;
  may: ReturnType<typeof allowed>;
  isSelf: boolean;
  actions: MemberActions;
}

/** What can be done to a member, each behind a question. */
export function MemberMenu({ row, serviceId, service, may, isSelf, actions }: MemberMenuProps) {
  const [asking, setAsking] = useState<Asking>();
  const { pending, run } = useCall();
  const { id, name } = row;
  const close = () => setAsking(undefined);
  const go = (call: () => Promise<Answer<unknown>>, done: string, next?: () => void) => {
    close();
    run(call, done, next && { done: next });
  };
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton icon={Ellipsis} label={`Actions for ${name}`} size="sm" disabled={pending} />
        }
      >
        {may.change && (
          <MenuItem icon={<UserPen aria-hidden />} onSelect={() => setAsking("change")}>
            Change role …
          </MenuItem>
        )}
        {may.account && (
          <AccountItems
            row={row}
            onAsk={setAsking}
            onEnable={() =>
              go(() => actions.disable({ id, disabled: false }), `Enabled ${isolated(name)}`)
            }
          />
        )}
        {may.change && <HistoryItem object={id} />}
        {may.remove && (
          <>
            {(may.change || may.account) && <MenuSeparator />}
            <MenuItem danger icon={<UserMinus aria-hidden />} onSelect={() => setAsking("remove")}>
              {isSelf ? "Leave the service …" : "Remove from the service …"}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {row.role !== null && (
        <DialogForm
          open={asking === "change"}
          onOpenChange={close}
          title={`Role of ${isolated(name)}`}
          description={`In ${isolated(service)}. The new role applies from their next click.`}
          schema={changeMemberSchema}
          initial={{
            serviceId,
            memberId: id,
            role: row.role,
            maySend: row.maySend,
            mayApprove: row.mayApprove,
          }}
          action={actions.change}
          revision={row.revision ?? undefined}
          onDone={() => void toast.success(`Changed the role of ${isolated(name)}`)}
          submit="Save"
        >
          <PlaceFields />
        </DialogForm>
      )}
      <ResetDialog open={asking === "reset"} onOpenChange={close} row={row} reset={actions.reset} />
      <MemberQuestions
        row={row}
        serviceId={serviceId}
        service={service}
        isSelf={isSelf}
        actions={actions}
        asking={asking}
        onClose={close}
        go={go}
      />
    </>
  );
}

interface AccountItemsProps {
  row: MemberRow;
  onAsk: (asking: Asking) => void;
  onEnable: () => void;
}

/** What an owner of the installation can do to an account. */
function AccountItems({ row: { disabled, secondFactor }, onAsk, onEnable }: AccountItemsProps) {
  return (
    <>
      {!disabled && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onAsk("reset")}>
          Reset password …
        </MenuItem>
      )}
      {!disabled && (
        <MenuItem icon={<LogOut aria-hidden />} onSelect={() => onAsk("signOut")}>
          Sign out everywhere …
        </MenuItem>
      )}
      {secondFactor === true && (
        <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => onAsk("factor")}>
          Reset two-step sign-in …
        </MenuItem>
      )}
      {disabled ? (
        <MenuItem icon={<UserCheck aria-hidden />} onSelect={onEnable}>
          Enable account
        </MenuItem>
      ) : (
        <MenuItem danger icon={<UserX aria-hidden />} onSelect={() => onAsk("disable")}>
          Disable account …
        </MenuItem>
      )}
    </>
  );
}
