/** The service behind all entry points of the platform. */
import type { Action } from '../shared/actions.ts';
import type { NewUser } from './access/users.ts';
import { readLog, readRotatingLog } from './builds/log-reader.ts';
import type { EnvironmentFields } from './apps/catalog.ts';
import type { CacheReport } from './model/cache-report.ts';
import type { VariableChanges } from './apps/environment-settings.ts';
import { findBuild, findBuildById } from './store/lookups.ts';
import type {
	Account,
	ApiUser,
	App,
	Build,
	Environment,
	EnvironmentPath,
	Hosting,
	Install,
	ApplicationStatus,
	UserAccess,
	WebhookSet,
} from './model/hosting.ts';
import { cancelOperation, findOperation } from './builds/operations.ts';
import type { Operation } from './builds/operations.ts';
import type { Services } from './services.ts';
import type { StoredBuild } from './store/builds.ts';
import type { StoredEnvironment } from './store/environments.ts';
import { queueUpload } from './builds/uploads.ts';
import type { AccountUsage, UsageRange } from './model/usage.ts';

/** A part of a log, and where the next one begins. */
interface LogPart {
	text: string;
	nextOffset: number;
}

/** The platform's service, with what only the routes of the contract need. */
export class LocalHosting implements Hosting {
	readonly #parts: Services;

	constructor( parts: Services ) {
		this.#parts = parts;
	}

	accounts(): Promise< Account[] > {
		return this.#parts.catalog.accounts();
	}

	async createAccount( name: string ): Promise< Account > {
		return this.#parts.catalog.createAccount( name );
	}

	installs(): Promise< Install[] > {
		return this.#parts.installs.all();
	}

	async saveInstall(
		install: Pick< Install, 'accountName' | 'name' | 'url' >
	): Promise< Install > {
		return this.#parts.installs.save( install );
	}

	deleteInstall( name: string ): Promise< void > {
		return this.#parts.installs.delete( name );
	}

	users(): Promise< ApiUser[] > {
		return this.#parts.users.all();
	}

	createUser(
		user: NewUser,
		createdBy: string
	): Promise< { user: ApiUser; password: string } > {
		return this.#parts.users.create( user, createdBy );
	}

	setUserAccess( id: string, access: UserAccess ): Promise< ApiUser > {
		return this.#parts.users.setAccess( id, access );
	}

	deleteUser( id: string ): Promise< void > {
		return this.#parts.users.delete( id );
	}

	apps( accountName: string ): Promise< App[] > {
		return this.#parts.catalog.apps( accountName );
	}

	app( accountName: string, appId: string ): Promise< App > {
		return this.#parts.catalog.app( accountName, appId );
	}

	createApp(
		accountName: string,
		appId: string,
		region: string
	): Promise< App > {
		return this.#parts.catalog.createApp( accountName, appId, region );
	}

	environments(
		accountName: string,
		appId: string
	): Promise< StoredEnvironment[] > {
		return this.#parts.catalog.environments( accountName, appId );
	}

	environment( path: EnvironmentPath ): Promise< StoredEnvironment > {
		return this.#parts.catalog.environment( path );
	}

	createEnvironment(
		accountName: string,
		appId: string,
		fields: EnvironmentFields
	): Promise< StoredEnvironment > {
		return this.#parts.catalog.createEnvironment(
			accountName,
			appId,
			fields
		);
	}

	deleteApp( accountName: string, appId: string ): Promise< void > {
		return this.#parts.removal.app( accountName, appId );
	}

	deleteEnvironment( path: EnvironmentPath ): Promise< void > {
		return this.#parts.removal.environment( path );
	}

	async setVariables(
		path: EnvironmentPath,
		changes: VariableChanges
	): Promise< StoredEnvironment > {
		return this.#parts.settings.setVariables( path, changes );
	}

	linkInstall(
		path: EnvironmentPath,
		name: string
	): Promise< StoredEnvironment > {
		return this.#parts.settings.link( path, name );
	}

	setRootDirectory(
		path: EnvironmentPath,
		rootDirectory: string
	): Promise< StoredEnvironment > {
		return this.#parts.settings.setRootDirectory( path, rootDirectory );
	}

	setPurgeOnDeploy(
		path: EnvironmentPath,
		isOn: boolean
	): Promise< StoredEnvironment > {
		return this.#parts.settings.setPurgeOnDeploy( path, isOn );
	}

	async upload(
		path: EnvironmentPath,
		zipFile: string,
		startedBy: string
	): Promise< Build > {
		const build = await queueUpload(
			this.#parts,
			path,
			zipFile,
			startedBy
		);
		this.#parts.builder.wake( build.environmentId );
		return build;
	}

	trigger(
		path: EnvironmentPath,
		action: Action,
		startedBy: string
	): Promise< StoredBuild | null > {
		return this.#parts.triggers.trigger( path, action, startedBy );
	}

	redeploy(
		path: EnvironmentPath,
		buildId: string,
		startedBy: string
	): Promise< StoredBuild > {
		return this.#parts.triggers.redeploy( path, buildId, startedBy );
	}

	/**
	 * Does what a webhook asks for.
	 *
	 * @param token The secret of the URL.
	 */
	callWebhook(
		path: EnvironmentPath,
		action: Action,
		token: string
	): Promise< StoredBuild | null > {
		return this.#parts.triggers.callWebhook( path, action, token );
	}

	builds( environmentId: string ): Promise< StoredBuild[] > {
		return this.#parts.store.builds.of( environmentId );
	}

	build( environmentId: string, number: number ): Promise< StoredBuild > {
		return findBuild( this.#parts.store, environmentId, number );
	}

	async readLog( buildId: string, offset: number ): Promise< LogPart > {
		const { store, folders } = this.#parts;
		const { id, environmentId } = await findBuildById( store, buildId );
		return readLog( folders.buildLog( environmentId, id ), offset );
	}

	/**
	 * Finds an operation by its id; `no_build` is the newest one.
	 *
	 * @param path Account, app and environment.
	 */
	operation( path: EnvironmentPath, id: string ): Promise< Operation > {
		return findOperation( this.#parts.store, path, id );
	}

	cancel( path: EnvironmentPath, operationId: string ): Promise< void > {
		const { store, builder } = this.#parts;
		return cancelOperation( store, builder, path, operationId );
	}

	cache( environmentId: string ): Promise< CacheReport > {
		return this.#parts.edges.report( environmentId );
	}

	readApplicationLog(
		environmentId: string,
		offset: number
	): Promise< LogPart > {
		const file = this.#parts.folders.appLog( environmentId );
		return readRotatingLog( file, offset );
	}

	async served( environmentId: string ): Promise< ApplicationStatus | null > {
		return this.#parts.serving.served( environmentId );
	}

	usage( accountName: string, range?: UsageRange ): Promise< AccountUsage > {
		return this.#parts.usage.report( accountName, range );
	}

	refreshUsage( accountName: string ): Promise< void > {
		return this.#parts.usage.refresh( accountName );
	}

	async webhooks( path: EnvironmentPath ): Promise< WebhookSet | null > {
		return this.#parts.webhooks.find( await this.environment( path ) );
	}

	async createWebhooks(
		path: EnvironmentPath,
		createdBy: string
	): Promise< WebhookSet > {
		return this.#parts.webhooks.create(
			await this.environment( path ),
			createdBy
		);
	}

	async regenerateWebhooks(
		path: EnvironmentPath,
		createdBy: string
	): Promise< WebhookSet > {
		return this.#parts.webhooks.regenerate(
			await this.environment( path ),
			createdBy
		);
	}

	async deleteWebhooks( path: EnvironmentPath ): Promise< void > {
		return this.#parts.webhooks.delete( await this.environment( path ) );
	}

	watch( listener: () => void ): () => void {
		return this.#parts.changes.watch( listener );
	}

	edgeUrl( environment: Environment ): string {
		const port =
			this.#parts.edges.port( environment.id ) || environment.edgePort;
		return `http://localhost:${ port }`;
	}
}
