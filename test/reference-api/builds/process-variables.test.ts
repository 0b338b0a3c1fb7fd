import path from 'node:path';
import { expect, test } from 'vitest';
import {
	applicationVariables,
	buildVariables,
} from '../../../src/reference-api/builds/process-variables.ts';
import type { VariableOptions } from '../../../src/reference-api/builds/process-variables.ts';

function makeOptions(
	variables: Record< string, string > = {}
): VariableOptions {
	return {
		environmentId: 'the-environment',
		shellVariables: Object.entries( variables ).map(
			( [ key, value ] ) => ( { key, value } )
		),
		buildId: 'the-build',
		release: '/data/release',
		rootDirectory: '',
		wordpressUrl: 'http://blog.test',
		manifest: {
			name: 'shop',
			version: '1.0.0',
			nodeRange: '',
			scripts: {},
			hasDependencies: false,
			hasWorkspaces: false,
			packageManager: '',
		},
		home: '/data/home',
		node: { version: '22.1.0', folder: '/opt/node22/bin' },
		platformEnv: {
			PATH: '/usr/bin:/project/node_modules/.bin',
			HOME: '/home/sam',
			AWS_SECRET_ACCESS_KEY: 'secret',
			HEADLESS_API_PASSWORD: 'secret',
			LANG: 'de_DE.UTF-8',
		},
	};
}

test( 'a build sees nothing of the platform’s own variables but what it needs', () => {
	const variables = buildVariables( makeOptions() );
	expect( Object.values( variables ) ).not.toContain( 'secret' );
	expect( variables ).toMatchObject( {
		LANG: 'de_DE.UTF-8',
		HOME: '/data/home',
		npm_config_cache: path.join( '/data/home', '.npm' ),
		PATH: '/data/release/node_modules/.bin:/opt/node22/bin:/usr/bin:/data/home/bin',
		npm_config_user_agent: 'npm node/v22.1.0',
	} );
} );

test( 'commands of a root directory come before those of the folders that it lies in', () => {
	const options = { ...makeOptions(), rootDirectory: 'apps/web' };
	expect( buildVariables( options ).PATH ).toMatch(
		/^\/data\/release\/apps\/web\/node_modules\/\.bin:\/data\/release\/apps\/node_modules\/\.bin:\/data\/release\/node_modules\/\.bin:\/opt/
	);
} );

test( 'a build gets the address of its WordPress and the metadata', () => {
	expect( buildVariables( makeOptions() ) ).toMatchObject( {
		WORDPRESS_URL: 'http://blog.test',
		NEXT_PUBLIC_WORDPRESS_URL: 'http://blog.test',
		HEADLESS_METADATA: 'true',
		HEADLESS_METADATA_BUILD: 'true',
		HEADLESS_METADATA_BUILD_ID: 'the-build',
		HEADLESS_METADATA_ENV_ID: 'the-environment',
	} );
} );

test( 'an application gets its port, and no variable of a build', () => {
	const variables = applicationVariables( makeOptions(), 8123 );
	expect( variables.PORT ).toBe( '8123' );
	expect( variables ).not.toHaveProperty( 'HEADLESS_METADATA_BUILD' );
} );

test( 'shell variables win over the address, not over port and metadata', () => {
	const options = makeOptions( {
		WORDPRESS_URL: 'http://own.test',
		PORT: '1',
		HEADLESS_METADATA_BUILD_ID: 'forged',
		GREETING: 'hello',
	} );
	expect( applicationVariables( options, 8123 ) ).toMatchObject( {
		WORDPRESS_URL: 'http://own.test',
		NEXT_PUBLIC_WORDPRESS_URL: 'http://blog.test',
		PORT: '8123',
		HEADLESS_METADATA_BUILD_ID: 'the-build',
		GREETING: 'hello',
	} );
} );

test( 'an application gets loopback as its host, unless a shell variable sets another one', () => {
	expect( applicationVariables( makeOptions(), 8123 ) ).toMatchObject( {
		HOST: '127.0.0.1',
		HOSTNAME: '127.0.0.1',
	} );
	const options = makeOptions( { HOST: '0.0.0.0' } );
	expect( applicationVariables( options, 8123 ).HOST ).toBe( '0.0.0.0' );
	// A build may serve its own pages to itself, by whatever name.
	expect( buildVariables( makeOptions() ) ).not.toHaveProperty( 'HOST' );
} );

test( 'an install without an address gives none', () => {
	const variables = buildVariables( { ...makeOptions(), wordpressUrl: '' } );
	expect( variables ).not.toHaveProperty( 'WORDPRESS_URL' );
} );

test( 'ATLAS_BUILD_DEBUG makes npm talk', () => {
	const variables = buildVariables(
		makeOptions( { ATLAS_BUILD_DEBUG: 'true' } )
	);
	expect( variables.npm_config_loglevel ).toBe( 'verbose' );
} );
