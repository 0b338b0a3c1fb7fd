/** The wire shapes of the hosting service (docs/reference-api.md). */
import {
	isActive,
	isDeployed,
	isUnsuccessful,
	NO_BUILD,
} from '../../shared/build-states.ts';
import type { Operation } from '../builds/builds.ts';
import type {
	App,
	Build,
	BuildStep,
	Environment,
	ApplicationStatus,
} from '../model/hosting.ts';
import type { BuildView, OperationView } from './build-shapes.ts';
import type { AppView, EnvironmentView } from './shapes.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';

const METADATA_TYPE =
	'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata';

/** Codes of google.rpc.Code. */
const CANCELLED = 1;
const FAILED_PRECONDITION = 9;

function environmentName( environment: Environment ): string {
	const { accountName, appId, id } = environment;
	return `accounts/${ accountName }/apps/${ appId }/environments/${ id }`;
}

function buildName( environment: Environment, buildId: string ): string {
	return `${ environmentName( environment ) }/builds/${ buildId }`;
}

function operationName( environment: Environment, id: string ): string {
	return `${ environmentName( environment ) }/operations/${ id }`;
}

/** Shows an operation that has just begun. */
export function startedOperation(
	environment: Environment,
	build: Pick< Build, 'id' | 'operationId' > | null
) {
	return {
		name: operationName( environment, build?.operationId ?? NO_BUILD ),
		metadata: {
			'@type': METADATA_TYPE,
			build: buildName( environment, build?.id ?? NO_BUILD ),
			deployment: '' as const,
		},
		done: false as const,
	} as const;
}

/** Data of an environment that are not in its record. */
export interface EnvironmentFacts {
	newest: Build | null;
	/** Host name and port of its edge. */
	domain: string;
	served: ApplicationStatus | null;
}

/** Shows an operation as it is now; when it is done it has either a response or an error. */
export function operationView(
	operation: Operation,
	facts: EnvironmentFacts
): OperationView {
	const { environment, build, outcome } = operation;
	const started = startedOperation( environment, build );
	const response = environmentView( environment, facts );
	if ( ! outcome ) {
		return { ...started, done: true, response };
	}
	const metadata = {
		...started.metadata,
		build: buildName( environment, outcome.id ),
	};
	const { state, error: message } = outcome;
	if ( isDeployed( outcome ) ) {
		return { ...started, metadata, done: true, response };
	}
	if ( isUnsuccessful( outcome ) ) {
		const code = state === 'failed' ? FAILED_PRECONDITION : CANCELLED;
		return { ...started, metadata, done: true, error: { code, message } };
	}
	return { ...started, metadata };
}

export function appView( app: App ): AppView {
	return {
		name: `accounts/${ app.accountName }/apps/${ app.appId }`,
		appId: app.appId,
		region: app.region as AppView[ 'region' ],
		createTime: app.createTime.toISOString(),
		repository: { displayName: 'Direct upload', name: '', provider: '' },
		uploadable: {},
	};
}

export function applicationView(
	served: ApplicationStatus | null
): EnvironmentView[ 'application' ] {
	if ( served === null ) {
		return null;
	}
	const { since, lastExit } = served;
	return {
		...served,
		since: since.toISOString(),
		lastExit: lastExit && {
			...lastExit,
			time: lastExit.time.toISOString(),
		},
	};
}

/** Shows an environment. The values of its shell variables are left out: they may be secrets. */
export function environmentView(
	environment: Environment,
	{ newest, domain, served }: EnvironmentFacts
): EnvironmentView {
	return {
		name: environmentName( environment ),
		displayName: environment.displayName,
		branch: environment.branch,
		build: newest ? buildName( environment, newest.id ) : '',
		createTime: environment.createTime.toISOString(),
		domains: [ domain ],
		reconciling: newest !== null && isActive( newest ),
		rootDirectory: environment.rootDirectory,
		wpEnvironment: environment.wpEnvironment,
		shellVariables: environment.shellVariables.map(
			( { key, setTime } ) => ( { key, setTime: setTime.toISOString() } )
		),
		purgeOnDeploy: environment.purgeOnDeploy,
		application: applicationView( served ),
	};
}

function times( span: { startTime: Date | null; finishTime: Date | null } ) {
	const { startTime, finishTime } = span;
	return {
		...( startTime ? { startTime: startTime.toISOString() } : {} ),
		...( finishTime ? { finishTime: finishTime.toISOString() } : {} ),
	};
}

function stepView( step: BuildStep ) {
	const { name, state, startTime } = step;
	return {
		name,
		state,
		...times( step ),
		startTime: startTime.toISOString(),
	};
}

/** Data of a build that are not in its record. */
export type BuildFacts = Pick<
	BuildView,
	'usualMilliseconds' | 'cancelRefusal' | 'redeployRefusal'
>;

export function buildView(
	environment: StoredEnvironment,
	build: StoredBuild,
	facts: BuildFacts
): BuildView {
	return {
		name: buildName( environment, build.id ),
		archived: false,
		branch: environment.branch,
		commitMessage: build.commitMessage,
		commitSha: '',
		createTime: build.createTime.toISOString(),
		...times( build ),
		state: build.state,
		trigger: build.trigger,
		number: build.number,
		startedBy: build.startedBy,
		absorbed: build.absorbed,
		error: build.error,
		steps: build.steps.map( stepView ),
		operation: operationName( environment, build.operationId ),
		hasLiveCode: build.source !== '' && build.source === environment.source,
		...facts,
	};
}
