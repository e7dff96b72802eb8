/** Checks deploy/kubernetes-ha without a cluster: that its files fit together and to deploy/kubernetes. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { deployFolder, readDocuments } from './documents.ts';

const Any = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const Kustomization = z.looseObject({
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.object({ name: z.string(), files: z.array(z.string()) })),
  patches: z.array(z.union([z.object({ patch: z.string() }), z.object({ path: z.string() })])),
});
const Container = z.looseObject({
  env: z.optional(z.array(z.looseObject({ name: z.string(), value: z.optional(z.string()) }))),
  args: z.optional(z.array(z.string())),
});

const folder = join(deployFolder, 'kubernetes-ha');
const kustomization = Kustomization.parse(readDocuments('kubernetes-ha/kustomization.yaml')[0]);
const documentsOf = (path: string) => readDocuments(path).map((document) => Any.parse(document));
const own = kustomization.resources
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => documentsOf(join('kubernetes-ha', name)));
const base = readdirSync(join(deployFolder, 'kubernetes'))
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => documentsOf(join('kubernetes', name)));
const find = (kind: string) => own.find((one) => one.kind === kind);
const idOf = ({ kind, metadata }: z.infer<typeof Any>) => `${kind} ${metadata.name}`;

const [appPatch] = documentsOf('kubernetes-ha/app.yaml');
const containerOf = (template: unknown) => {
  const Template = z.looseObject({ spec: z.looseObject({ containers: z.tuple([Container]) }) });
  return Template.parse(template).spec.containers[0];
};
const templateOf = (document: unknown) =>
  z.looseObject({ spec: z.looseObject({ template: z.looseObject({}) }) }).parse(document).spec.template;
const cronJobTemplate = z
  .looseObject({ spec: z.looseObject({ jobTemplate: z.looseObject({}) }) })
  .parse(find('CronJob')).spec.jobTemplate;

test('every file of kubernetes-ha is used, and what its patches change or delete exists in the folder kubernetes', () => {
  const named = [...kustomization.resources, ...kustomization.configMapGenerator.flatMap(({ files }) => files)];
  const paths = kustomization.patches.flatMap((one) => ('path' in one ? [one.path] : []));
  expect(['../kubernetes', 'kustomization.yaml', ...readdirSync(folder)].toSorted()).toEqual(
    [...named, ...paths, 'kustomization.yaml', 'kustomization.yaml'].toSorted(),
  );
  const patched = kustomization.patches.flatMap((one) => ('patch' in one ? [Any.parse(parse(one.patch))] : []));
  const existing = base.map(idOf);
  for (const patch of [...patched, ...documentsOf('kubernetes-ha/app.yaml')]) expect(existing).toContain(idOf(patch));
  const deleted = patched.filter((patch) => patch['$patch'] === 'delete').map(idOf);
  expect(deleted).toHaveLength(4);
  expect(own.map(idOf).filter((id) => existing.includes(id))).toEqual([]);
});

test('a commit waits for one of two standbys on other nodes, and the servers use the secret of that cluster', () => {
  const cluster = find('Cluster');
  expect(cluster).toMatchObject({
    spec: {
      instances: 3,
      bootstrap: { initdb: { database: 'room_status', owner: 'room_status' } },
      postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required' } },
      affinity: { podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' },
    },
  });
  const secret = { secretKeyRef: { name: `${cluster?.metadata.name}-app`, key: 'uri' } };
  for (const template of [templateOf(appPatch), templateOf(cronJobTemplate)]) {
    const { env = [] } = containerOf(template);
    expect(env.find(({ name }) => name === 'DATABASE_URL')).toEqual({ name: 'DATABASE_URL', valueFrom: secret });
  }
});

test('the log and the nightly backup of the cluster go to the object store, whose keys are in a secret', () => {
  const plugin = 'barman-cloud.cloudnative-pg.io';
  const store = find('ObjectStore')?.metadata.name;
  expect(find('Cluster')).toMatchObject({
    spec: { plugins: [{ name: plugin, isWALArchiver: true, parameters: { barmanObjectName: store } }] },
  });
  expect(find('ScheduledBackup')).toMatchObject({
    spec: {
      schedule: '0 15 2 * * *',
      cluster: { name: find('Cluster')?.metadata.name },
      method: 'plugin',
      pluginConfiguration: { name: plugin },
    },
  });
  expect(own.map(({ kind }) => kind)).not.toContain('Secret');
});

test('the servers and the routes name the three NATS servers, each on a node of its own', () => {
  const nats = find('StatefulSet');
  expect(nats).toMatchObject({ metadata: { name: 'nats' }, spec: { serviceName: 'nats', replicas: 3 } });
  const hosts = [0, 1, 2].map((index) => `nats-${index}.nats`);
  const { env = [] } = containerOf(templateOf(appPatch));
  const addresses = hosts.map((host) => `nats://${host}:4222`).join(',');
  expect(env.find(({ name }) => name === 'NATS_URL')?.value).toBe(addresses);
  expect(containerOf(templateOf(nats)).args).toContain(
    `--routes=${hosts.map((host) => `nats://${host}:6222`).join(',')}`,
  );
});

test('the pods of kubernetes-ha meet the restricted pod security standard', () => {
  for (const template of [templateOf(find('StatefulSet')), templateOf(cronJobTemplate)]) {
    expect(template).toMatchObject({
      spec: { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } },
    });
    expect(containerOf(template)).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
  }
});

test('the time of the newest complete backup is read from the API of Kubernetes, and a refusal is an error', async () => {
  const account = mkdtempSync(join(tmpdir(), 'room-status-account-'));
  writeFileSync(join(account, 'namespace'), 'room-status');
  writeFileSync(join(account, 'token'), 'of the account');
  const times = ['2026-11-20T02:15:30Z', '2026-11-21T02:15:40Z'];
  const items = [
    ...times.map((stoppedAt) => ({ status: { phase: 'completed', stoppedAt } })),
    { status: { phase: 'failed', stoppedAt: '2026-11-22T02:15:00Z' } },
    {},
  ];
  let isRefused = false;
  const api = createServer(({ url, headers: { authorization } }, response) => {
    const isRight = url === '/apis/postgresql.cnpg.io/v1/namespaces/room-status/backups';
    response.statusCode = isRefused || !isRight || authorization !== 'Bearer of the account' ? 403 : 200;
    response.end(JSON.stringify({ items }));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => {
    api.close();
    rmSync(account, { recursive: true });
  });
  const { port } = z.object({ port: z.number() }).parse(api.address());
  const env = { KUBERNETES_API: `http://127.0.0.1:${port}`, ACCOUNT: account };
  const run = () => promisify(execFile)(process.execPath, [join(folder, 'newest-backup.mjs')], { env });
  expect((await run()).stdout).toBe(times[1]);
  isRefused = true;
  await expect(run()).rejects.toThrow('is answered 403');
});
