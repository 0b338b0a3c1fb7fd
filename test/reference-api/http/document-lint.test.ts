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

async function redoclyProblems( source: string ): Promise< string[] > {
	const config = await createConfig( { extends: [ 'recommended-strict' ] } );
	const problems = await lintFromString( { source, config } );
	return problems.map(
		( { ruleId, message, location } ) =>
			`${ ruleId } ${ location[ 0 ]?.pointer }: ${ message }`
	);
}

async function spectralProblems( source: string ): Promise< string[] > {
	const spectral = new Spectral();
	spectral.setRuleset( SPECTRAL_RULES );
	const problems = await spectral.run( source );
	return problems.map(
		( { code, message, path } ) =>
			`${ code } ${ path.join( '/' ) }: ${ message }`
	);
}

test( 'Redocly and Spectral find no errors and no warnings', async () => {
	const platform = await makePlatform();
	const response = await platform.request( '/openapi.json' );
	const source = await response.text();
	expect( {
		redocly: await redoclyProblems( source ),
		spectral: await spectralProblems( source ),
	} ).toEqual( { redocly: [], spectral: [] } );
} );
