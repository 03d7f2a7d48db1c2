import type { Hosts } from "./hosts";

/** Ports of the services on their hosts. */
export const ports = {
  etcd: 2379,
  postgres: 5432,
  patroni: 8008,
  primary: 5000,
  pgbouncer: 6432,
  front: 8080,
  clarion: 3000,
} as const;

/** Passwords of a cluster that no other machine reaches. */
const password = "drill";

/** Returns the configuration of Patroni on a host. JSON is YAML. */
export function patroniFile(
  hosts: Hosts,
  name: string,
  { data, programs }: { data: string; programs: string },
): string {
  const address = hosts.address(name);
  return JSON.stringify({
    scope: "clarion",
    name,
    restapi: {
      listen: `${address}:${ports.patroni}`,
      connect_address: `${address}:${ports.patroni}`,
    },
    etcd3: { hosts: `${hosts.address("store")}:${ports.etcd}` },
    bootstrap: {
      dcs: {
        // The least that Patroni allows: a dead primary is replaced after this time.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 200, wal_log_hints: "on", wal_keep_size: "256MB" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      pg_hba: [
        "local all all trust",
        `host all all ${hosts.range} trust`,
        `host replication all ${hosts.range} trust`,
      ],
    },
    postgresql: {
      listen: `${address}:${ports.postgres}`,
      connect_address: `${address}:${ports.postgres}`,
      data_dir: `${data}/cluster`,
      bin_dir: programs,
      pgpass: `${data}/pgpass`,
      authentication: {
        superuser: { username: "postgres", password },
        replication: { username: "replicator", password },
        rewind: { username: "rewind", password },
      },
      parameters: { unix_socket_directories: data },
      // A standby that is copied again would wait minutes for the next checkpoint.
      basebackup: [{ checkpoint: "fast" }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  });
}

/** Returns the configuration of HAProxy: the primary's door and that of the consoles. */
export function haproxyFile(
  hosts: Hosts,
  { databases, webs }: { databases: readonly string[]; webs: readonly string[] },
): string {
  const at = hosts.address("proxy");
  const servers = (names: readonly string[], port: number, check: string) =>
    names.map((name) => `  server ${name} ${hosts.address(name)}:${port} ${check}`).join("\n");
  return `global
  maxconn 4000
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind ${at}:${ports.primary}
  option clitcpka
  clitcpka-idle 10s
  clitcpka-intvl 5s
  clitcpka-cnt 3
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers(databases, ports.postgres, `check port ${ports.patroni}`)}
listen console
  mode http
  bind ${at}:${ports.front}
  timeout client 60s
  timeout server 60s
  option httpchk GET /readyz
  default-server inter 1s fall 2 rise 1
${servers(webs, ports.clarion, "check")}
`;
}

/**
 * Returns the configuration of PgBouncer in transaction mode.
 *
 * @param users the path of {@link pgbouncerUsers}
 */
export function pgbouncerFile({
  listen,
  database,
  users,
  poolSize,
}: {
  listen: { host: string; port: number };
  database: { name: string; host: string; port: number };
  users: string;
  poolSize: number;
}): string {
  return `[databases]
${database.name} = host=${database.host} port=${database.port} dbname=${database.name}
[pgbouncer]
listen_addr = ${listen.host}
listen_port = ${listen.port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
server_login_retry = 1
query_wait_timeout = 15
tcp_keepidle = 10
tcp_keepintvl = 5
tcp_keepcnt = 3
`;
}

/** Returns PgBouncer's list of users. */
export function pgbouncerUsers(users: readonly string[]): string {
  return users.map((user) => `"${user}" "${password}"\n`).join("");
}
