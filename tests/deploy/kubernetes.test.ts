import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../../src/server/app/config.ts';
import { deployFolder, readDocuments } from './documents.ts';

const Labels = z.record(z.string(), z.string());
const Probe = z.looseObject({ periodSeconds: z.number() });
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  env: z.optional(z.array(z.looseObject({ name: z.string(), value: z.optional(z.string()) }))),
  envFrom: z.optional(z.array(z.unknown())),
  volumeMounts: z.optional(z.array(z.unknown())),
  readinessProbe: Probe,
  livenessProbe: z.optional(Probe),
  resources: z.object({ requests: Labels, limits: Labels }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const Workload = z.looseObject({
  kind: z.enum(['Deployment', 'StatefulSet']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.int(),
    selector: z.object({ matchLabels: Labels }),
    template: z.object({
      metadata: z.object({ labels: Labels }),
      spec: z.looseObject({
        automountServiceAccountToken: z.literal(false),
        securityContext: z.looseObject({
          runAsNonRoot: z.literal(true),
          seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.array(Container),
        volumes: z.optional(z.array(z.unknown())),
      }),
    }),
  }),
});
const Any = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const files = readdirSync(join(deployFolder, 'kubernetes')).filter((name) => name.endsWith('.yaml'));
const documents = files
  .flatMap((name) => readDocuments(join('kubernetes', name)))
  .map((document) => Any.parse(document));
const ofKind = (...kinds: readonly string[]) => documents.filter(({ kind }) => kinds.includes(kind));
const workloads = ofKind('Deployment', 'StatefulSet').map((document) => Workload.parse(document));
const app = workloads.find(({ metadata }) => metadata.name === 'app');

test('every Kubernetes workload meets the restricted pod security standard', () => {
  expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual(['app', 'nats', 'postgres']);
});

test('the Kubernetes manifests run at least two servers, keep all of them available during a rollout, and give a server 30 s to stop', () => {
  expect(app?.spec.replicas).toBeGreaterThanOrEqual(2);
  expect(app?.spec).toMatchObject({ strategy: { rollingUpdate: { maxUnavailable: 0 } } });
  expect(app?.spec.template.spec).toMatchObject({ terminationGracePeriodSeconds: 30 });
  // The liveness probe does not need the database: restarting a server does not repair its database.
  expect(app?.spec.template.spec.containers[0]).toMatchObject({
    readinessProbe: { httpGet: { path: '/health/ready' } },
    livenessProbe: { httpGet: { path: '/favicon.svg' } },
  });
});

test('the settings in the Kubernetes manifest are a valid configuration of the server', () => {
  const environment = app?.spec.template.spec.containers[0]?.env ?? [];
  const secret = 'postgres://room_status:secret@postgres:5432/room_status';
  const settings = Object.fromEntries(
    environment.map(({ name, value }) => [name, value ?? (name === 'DATABASE_URL' ? secret : 'a'.repeat(32))]),
  );
  expect(readConfig(settings, ['--no-demo'])).toMatchObject({ natsUrls: ['nats://nats:4222'] });
});

test('the Kubernetes manifests contain no secret values', () => {
  expect(ofKind('Secret')).toEqual([]);
  const named = workloads.flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env = [] }) => env));
  const secrets = named.filter(({ name }) => /PASSWORD|TOKEN|DATABASE_URL/.test(name));
  expect(secrets.length).toBeGreaterThan(3);
  for (const { name, value } of secrets) expect(value, name).toBeUndefined();
});
