/** What the linters of OpenAPI documents say of `/openapi.json`. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { makePlatform } from '../test-platform.ts';

const SPECTRAL_RULES: RulesetDefinition = {
	extends: [ [ oas as RulesetDefinition, 'all' ] ],
	rules: {
		// The project has no address for contact.
		'contact-properties': 'off',
		// OpenAPI 3.1 allows either the identifier or the URL of a license.
		'license-url': 'off',
		// The order of the sections is the order in which a client needs them.
		'openapi-tags-alphabetical': 'off',
	},
};

async function readDocument(): Promise< string > {
	const platform = await makePlatform();
	return ( await platform.request( '/openapi.json' ) ).text();
}

test( 'has no errors and no warnings of Redocly', async () => {
	const problems = await lintFromString( {
		source: await readDocument(),
		config: await createConfig( { extends: [ 'recommended-strict' ] } ),
	} );
	const found = problems.map(
		( { ruleId, message, location } ) =>
			`${ ruleId } ${ location[ 0 ]?.pointer }: ${ message }`
	);
	expect( found ).toEqual( [] );
} );

test( 'has no errors and no warnings of Spectral', async () => {
	const spectral = new Spectral();
	spectral.setRuleset( SPECTRAL_RULES );
	const problems = await spectral.run( await readDocument() );
	const found = problems.map(
		( { code, message, path } ) =>
			`${ code } ${ path.join( '/' ) }: ${ message }`
	);
	expect( found ).toEqual( [] );
} );
