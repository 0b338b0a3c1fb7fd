import type {
	Answer,
	AppSummary,
	Build,
	EnvironmentSummary,
	Session,
} from '../../src/shared/platform-api.generated.ts';
import type { EnvironmentPath } from '../../src/hosting/client/host.ts';
import { NOW, NOW_MS } from '../panel/fixtures.ts';

export const PATH: EnvironmentPath = {
	account: 'acme',
	app: 'shop',
	environment: '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
};

const RESOURCE = `accounts/${ PATH.account }/apps/${ PATH.app }/environments/${ PATH.environment }`;

/** The time some seconds after the start of a test; before it, if negative. */
export function timeAfter( seconds: number ): string {
	return new Date( NOW_MS + seconds * 1000 ).toISOString();
}

export function aBuild( build: Partial< Build > = {} ): Build {
	const { number = 12 } = build;
	return {
		name: `${ RESOURCE }/builds/build-${ number }`,
		archived: false,
		branch: 'uploadable',
		commitMessage: '',
		commitSha: '',
		createTime: timeAfter( -600 ),
		startTime: timeAfter( -600 ),
		finishTime: timeAfter( -559 ),
		state: 'live',
		trigger: 'upload',
		number,
		startedBy: 'upload by sam',
		absorbed: 0,
		error: '',
		steps: [],
		operation: `${ RESOURCE }/operations/operation-${ number }`,
		usualMilliseconds: 41_000,
		hasLiveCode: true,
		cancelRefusal: 'It has ended.',
		redeployRefusal: '',
		...build,
	};
}

export function aRunningBuild( build: Partial< Build > = {} ): Build {
	const { finishTime: _finishTime, ...running } = aBuild( {
		number: 13,
		state: 'building',
		createTime: timeAfter( -20 ),
		startTime: timeAfter( -20 ),
		steps: [
			{ name: 'build', state: 'running', startTime: timeAfter( -15 ) },
		],
		cancelRefusal: '',
		redeployRefusal: 'It has not ended.',
		...build,
	} );
	return running;
}

/** An environment whose build 12 is live. */
export function anEnvironment(
	environment: Partial< EnvironmentSummary > = {}
): EnvironmentSummary {
	const served = aBuild();
	return {
		id: PATH.environment,
		accountName: PATH.account,
		appId: PATH.app,
		region: 'regions/EU-W',
		displayName: 'Production',
		createTime: timeAfter( -86_400 ),
		url: 'http://localhost:8890',
		install: { name: 'blog', url: 'http://127.0.0.1:8888' },
		rootDirectory: '',
		purgeOnDeploy: true,
		served,
		running: null,
		queued: null,
		newest: served,
		buildCount: 12,
		usualMilliseconds: {
			upload: 41_000,
			rebuild: null,
			cleanRebuild: null,
			redeploy: null,
		},
		application: {
			state: 'up',
			since: NOW,
			lastOutput: '',
			restarts: 0,
			lastExit: null,
		},
		cache: { hits: 3, misses: 1, purgeTime: null },
		disk: { bytes: 612e6, measureTime: timeAfter( -3_600 ) },
		...environment,
	};
}

/** An environment without code. */
export function aNewEnvironment(
	environment: Partial< EnvironmentSummary > = {}
): EnvironmentSummary {
	return anEnvironment( {
		url: '',
		served: null,
		newest: null,
		buildCount: 0,
		application: null,
		cache: { hits: 0, misses: 0, purgeTime: null },
		disk: null,
		...environment,
	} );
}

export function anApp( app: Partial< AppSummary > = {} ): AppSummary {
	return {
		appId: PATH.app,
		region: 'regions/EU-W',
		createTime: timeAfter( -86_400 ),
		environments: [ anEnvironment() ],
		...app,
	};
}

/** An administrator of the platform, who sees the account acme. */
export function aSession( session: Partial< Session > = {} ): Session {
	return {
		user: 'sam',
		name: '',
		role: 'write',
		accounts: [
			{
				name: PATH.account,
				id: 'a8d4c7c0-6a53-4a39-9f5a-5b5d8d3a3f10',
				role: 'write',
			},
		],
		now: NOW,
		maxUploadBytes: 104_857_600,
		hangTimeoutSeconds: 60,
		faultsOn: 0,
		startCommand: 'npm start',
		...session,
	};
}

type LocalInstall = Answer< 'listLocalInstalls' >[ 'installs' ][ number ];

/** A WordPress install that no environment is linked to. */
export function anInstall(
	install: Partial< LocalInstall > = {}
): LocalInstall {
	const { name = 'blog' } = install;
	return {
		id: `install-${ name }`,
		accountName: PATH.account,
		name,
		url: '',
		environments: [],
		...install,
	};
}
