import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Builds every path in the data folder. */
export class Folders {
	readonly root: string;
	/** Uploads that are still arriving, and zips that are being unpacked. */
	readonly temporary: string;
	/** A folder for each environment. */
	readonly environments: string;

	constructor( root: string ) {
		this.root = path.resolve( root );
		this.temporary = path.join( this.root, 'tmp' );
		this.environments = path.join( this.root, 'environments' );
	}

	environment( environmentId: string ): string {
		return path.join( this.environments, environmentId );
	}

	/**
	 * HOME of an environment's builds and applications, with the caches of package managers: they use neither the
	 * user's own nor that of another environment.
	 */
	home( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'home' );
	}

	sources( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'sources' );
	}

	source( environmentId: string, name: string ): string {
		return path.join( this.sources( environmentId ), name );
	}

	releases( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'releases' );
	}

	release( environmentId: string, buildId: string ): string {
		return path.join( this.releases( environmentId ), buildId );
	}

	/** The cached folders of the newest successful build. */
	buildCache( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'kept' );
	}

	/** The cached folders of a build that is not live yet. */
	nextBuildCache( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'kept-next' );
	}

	/** The settings with which releases were built. */
	settings( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'settings' );
	}

	releaseSettings( environmentId: string, buildId: string ): string {
		return path.join( this.settings( environmentId ), `${ buildId }.json` );
	}

	logs( environmentId: string ): string {
		return path.join( this.environment( environmentId ), 'logs' );
	}

	buildLog( environmentId: string, buildId: string ): string {
		return path.join( this.logs( environmentId ), `${ buildId }.log` );
	}

	/** The output of the live application. */
	appLog( environmentId: string ): string {
		return path.join( this.logs( environmentId ), 'application.log' );
	}

	async prepareEnvironment( environmentId: string ): Promise< void > {
		const folder = this.environment( environmentId );
		for ( const name of [ 'sources', 'releases', 'logs' ] ) {
			await mkdir( path.join( folder, name ), { recursive: true } );
		}
	}
}
