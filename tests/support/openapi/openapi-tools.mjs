/** Tools of others that read OpenAPI documents. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import generateTypes from 'openapi-typescript';

/**
 * The errors that two independent validators find, each with its place.
 *
 * @param {object} document
 * @returns {Promise<readonly string[]>}
 */
export async function findDocumentErrors(document) {
  const source = JSON.stringify(document);
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const { valid, errors: invalid } = await new Validator().validate(JSON.parse(source));
  return [
    ...errors.map(({ message, location }) => `Redocly: ${location[0]?.pointer} ${message}`),
    ...(valid ? [] : [`openapi-schema-validator: ${JSON.stringify(invalid)}`]),
  ];
}

/**
 * The TypeScript types of the calls, as openapi-typescript generates them.
 *
 * @param {object} document
 * @returns {Promise<string>}
 */
export function generateClientTypes(document) {
  return generateTypes(JSON.parse(JSON.stringify(document)));
}
