"use client";

import { providerName } from "@/components/device/sandbox-screens";
import { useExamined } from "@/components/editor/examined/examined";
import { TryAgain } from "@/components/editor/try-again";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { CardBody, TitledCard } from "@/components/ui/card";
import { isolated } from "@/components/ui/sentence";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import { verbatim } from "@/components/ui/verbatim";
import type { CoveredKind } from "@/lib/compose/coverage";
import { devicesText, missedSentences, peopleText, reachedText } from "@/lib/compose/coverage-text";
import { numberText } from "@/lib/compose/number-text";
import { useCoverage } from "../audience/use-coverage";

/**
 * Which devices stand behind the recipients, which of them it goes to, and why not to the others.
 */
export function DevicesCard() {
  const { senders, users, recipients } = useExamined();
  const { coverage, owners, done, again } = useCoverage(recipients > 0);
  if (recipients === 0) return null;
  const missed = coverage ? missedSentences(coverage) : [];
  const several = senders.length > 1;
  return (
    <TitledCard
      id="devices-title"
      title="Devices"
      level={3}
      description={
        <span aria-live="polite">
          {coverage
            ? [
                `Reaches ${reachedText(coverage, users)}, on ${devicesText(coverage.devices)}.`,
                ...missed,
              ].join(" ")
            : again
              ? "They could not be counted."
              : `Counting the devices of ${peopleText(recipients, users)}${owners ? `: ${Math.floor(done * 100)} % done` : ""} …`}
        </span>
      }
      actions={again && <TryAgain onClick={again} />}
    >
      {coverage && coverage.kinds.length > 0 && (
        <CardBody className="p-0">
          <Table label="Devices by platform">
            <TableHead>
              <tr>
                <HeaderCell>Platform</HeaderCell>
                {several && <HeaderCell>App</HeaderCell>}
                <HeaderCell className="text-right">Devices</HeaderCell>
                <HeaderCell className="w-full">Included</HeaderCell>
              </tr>
            </TableHead>
            <TableBody>
              {coverage.kinds.map((one) => (
                <TableRow key={`${one.sender.appid} ${one.kind}`}>
                  <Cell className="whitespace-nowrap">
                    <span className="inline-flex items-center gap-1.5">
                      <KindIcon kind={one.kind} />
                      {kindName(one.kind)}
                    </span>
                  </Cell>
                  {several && (
                    <Cell {...verbatim} className="foreign">
                      {one.sender.name}
                    </Cell>
                  )}
                  <Cell className="text-right tabular-nums">{numberText(one.devices)}</Cell>
                  <Cell className={one.lack === null ? "text-ink-muted" : "text-amber-fg"}>
                    {lackText(one)}
                  </Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </CardBody>
      )}
    </TitledCard>
  );
}

function lackText({ kind, lack, sender }: CoveredKind): string {
  if (lack === null) return "Yes";
  if (lack === "credential")
    return `No: ${isolated(sender.name)} has no credential for ${providerName(kind)}`;
  return `No: the message has no text for ${kindName(kind)} devices`;
}
