"use client";

import { useState } from "react";
import { Prose } from "@/components/facts/prose";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import { Code } from "@/components/ui/verbatim";
import { ruleIds, rules } from "@/lib/interface/rules";

const all = ruleIds.map((id) => ({ id, ...rules[id] }));

/** Every rule with its code, found by any word of it. */
export function RuleTable() {
  const [searchText, setSearchText] = useState("");
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = all.filter((rule) => {
    const text =
      `${rule.id} ${rule.code} ${rule.pointer} ${rule.message} ${rule.explanation} ${rule.severity}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <Input
          type="search"
          aria-label="Find a rule"
          placeholder="Find a rule: 7004, time_to_live, interactive …"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          className="max-w-md"
        />
        <p aria-live="polite" className="text-xs text-ink-faint tabular-nums">
          {matches.length} of {all.length}
        </p>
      </div>
      {matches.length === 0 ? (
        <EmptyState title="No rule has these words">
          Try a code, the name of a member, or fewer words.
        </EmptyState>
      ) : (
        <Table label="Rules">
          <TableHead>
            <TableRow>
              <HeaderCell>Code</HeaderCell>
              <HeaderCell>Where</HeaderCell>
              <HeaderCell>Message and fix</HeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {matches.map(({ id, code, severity, pointer, message, clause, explanation }) => (
              <TableRow key={id}>
                <Cell className="whitespace-nowrap">
                  <span className="font-mono text-xs">{code}</span>
                  {severity === "warning" && (
                    <span className="mt-1 block">
                      <Badge>warning</Badge>
                    </span>
                  )}
                </Cell>
                <Cell className="max-w-72 break-all">
                  <Code className="text-xs">{pointer === "" ? "the body" : pointer}</Code>
                </Cell>
                <Cell className="min-w-64">
                  <Prose text={message} />
                  <span className="block text-xs text-ink-faint">
                    <Prose text={explanation} /> {clause.charAt(0).toUpperCase() + clause.slice(1)}.{" "}
                    <Code>{id}</Code>
                  </span>
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}
