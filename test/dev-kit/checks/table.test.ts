import { expect, test } from 'vitest';
import type { Resources } from '../../../src/dev-kit/checks/resources.ts';
import { CHECKS, chooseChecks } from '../../../src/dev-kit/checks/table.ts';

const RESOURCES: Resources = {
	php: 'php',
	chromium: 'chromium',
	testWordpress: 'wordpress',
	oldestWordpress: '',
	mariadbSocket: null,
	mysqlSocket: null,
	wpCli: 'wp',
	phpCompilers: '',
	hasPhpVersions: false,
	noCluster: '',
};

function mariadbCheck( mariadbSocket: string | null ) {
	const check = CHECKS.find( ( { name } ) => name === 'mariadb' );
	return check?.run( { ...RESOURCES, mariadbSocket }, 'report' );
}

test( 'the tests of both databases run on MariaDB where it is installed', () => {
	expect( mariadbCheck( 'm.sock' )?.env ).toMatchObject( {
		HEADLESS_DEPLOY_TEST_DATABASE: 'mysql',
		HEADLESS_DEPLOY_TEST_MYSQL_SOCKET: 'm.sock',
	} );
} );

test( 'the tests of both databases run on SQLite where MariaDB is missing, and the output says so', () => {
	const command = mariadbCheck( null );
	expect( command?.args ).toEqual( mariadbCheck( 'm.sock' )?.args );
	expect( command?.env ).not.toHaveProperty(
		'HEADLESS_DEPLOY_TEST_DATABASE'
	);
	expect( command?.skipped ).toBeUndefined();
	expect( command?.note ).toContain( 'on SQLite' );
} );

test( 'rejects an unknown check by its name', () => {
	expect( () => chooseChecks( [ 'lint', 'everything' ] ) ).toThrow(
		'everything'
	);
} );

test( 'the checks of a cluster are skipped with the reason where a server is missing', () => {
	const noCluster = 'Redis is not installed. (sudo apt-get install redis)';
	const checks = CHECKS.filter( ( { requirements } ) =>
		requirements.includes( 'cluster' )
	);
	expect( checks.map( ( { name } ) => name ) ).toContain( 'cluster' );
	for ( const check of checks ) {
		expect( check.onlyByName ).toBe( true );
		expect( check.run( RESOURCES, 'report' ).skipped ).toBeUndefined();
		expect(
			check.run( { ...RESOURCES, noCluster }, 'report' ).skipped
		).toBe( noCluster );
	}
} );
