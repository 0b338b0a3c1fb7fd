/** It imports a package that package.json does not name. */
import { createServer } from 'node:http';
// eslint-disable-next-line import/no-extraneous-dependencies
import semver from 'semver';

createServer( ( _request, response ) => {
	response.end( semver.SEMVER_SPEC_VERSION );
} ).listen( process.env.PORT, process.env.HOST );
