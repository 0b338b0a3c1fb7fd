import type { Environment } from '../../../src/reference-api/model/hosting.ts';
import type { Tables } from '../../../src/reference-api/store/store.ts';

export const AT = new Date( Date.UTC( 2030, 0, 1 ) );

/** The environment of tests that use a store without a platform. */
export const ENVIRONMENT: Environment = {
	id: 'environment',
	accountName: 'acme',
	appId: 'shop',
	displayName: 'Production',
	branch: 'uploadable',
	wpEnvironment: 'blog',
	rootDirectory: '',
	shellVariables: [ { key: 'KEY', value: 'värde', setTime: AT } ],
	variablesTime: AT,
	purgeOnDeploy: true,
	edgePort: 4001,
	createTime: AT,
};

/** Adds the environment with its account and its application. */
export async function addEnvironment( {
	accounts,
	apps,
	environments,
}: Tables ): Promise< void > {
	const { accountName, appId } = ENVIRONMENT;
	await accounts.add( { name: accountName, id: 'uuid' }, AT );
	await apps.add( {
		id: 'app',
		accountName,
		appId,
		region: 'regions/UK',
		createTime: AT,
	} );
	await environments.add( ENVIRONMENT );
}
