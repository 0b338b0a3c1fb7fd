/** What the overview pages of a client show of applications and environments. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { BuildShape } from './build-shapes.ts';
import { AppShape, ApplicationShape, orNull, time } from './shapes.ts';
import {
	closedObject,
	describedObject,
	namedObject,
} from './closed-objects.ts';

const usual = orNull(
	Type.Number(),
	'Median of the last five that went live, in milliseconds; or null.'
);

export const EnvironmentSummaryShape = namedObject(
	'EnvironmentSummary',
	'An environment with what it serves and what happens to it.',
	{
		id: Type.String( { description: 'A UUID.' } ),
		accountName: Type.String( { examples: [ 'acme' ] } ),
		appId: Type.String( { examples: [ 'shop' ] } ),
		region: AppShape.properties.region,
		displayName: Type.String( { examples: [ 'Production' ] } ),
		createTime: time( 'When it was created.' ),
		url: Type.String( {
			description: 'Where visitors find it, once a build was live.',
			examples: [ 'http://localhost:8890' ],
		} ),
		install: describedObject( 'The linked WordPress install.', {
			name: Type.String( { examples: [ 'blog' ] } ),
			url: Type.String( {
				description: 'Empty if it is not known.',
				examples: [ 'http://127.0.0.1:8888' ],
			} ),
		} ),
		rootDirectory: Type.String( { examples: [ 'apps/web' ] } ),
		purgeOnDeploy: Type.Boolean( {
			description: 'Whether a deployment purges the edge cache.',
		} ),
		served: orNull( BuildShape, 'The live build, or null.' ),
		running: orNull( BuildShape, 'The build that runs, or null.' ),
		queued: orNull( BuildShape, 'The build that waits, or null.' ),
		newest: orNull( BuildShape, 'The newest build, or null.' ),
		buildCount: Type.Integer( { minimum: 0 } ),
		usualMilliseconds: describedObject( 'Usual durations of builds.', {
			upload: usual,
			rebuild: usual,
			cleanRebuild: usual,
			redeploy: usual,
		} ),
		application: orNull(
			ApplicationShape,
			'State of the live application; null if it is not there.'
		),
		cache: describedObject( 'The edge cache since the start.', {
			hits: Type.Integer( { minimum: 0 } ),
			misses: Type.Integer( { minimum: 0 } ),
			purgeTime: orNull( time( 'A time.' ), 'The last purge, or null.' ),
		} ),
		disk: orNull(
			closedObject( {
				bytes: Type.Integer( {
					minimum: 0,
					description: 'Files and the database of the install.',
				} ),
				measureTime: time( 'When it was measured.' ),
			} ),
			'The newest measurement of the last 30 days, or null.'
		),
	}
);

const AppSummaryShape = namedObject( 'AppSummary', 'An application.', {
	appId: AppShape.properties.appId,
	region: AppShape.properties.region,
	createTime: AppShape.properties.createTime,
	environments: Type.Array( EnvironmentSummaryShape ),
} );

export const AppSummaryList = describedObject(
	'All applications of the account with their environments.',
	{
		apps: Type.Array( AppSummaryShape ),
	}
);

export type AppSummaryView = Static< typeof AppSummaryShape >;
export type EnvironmentSummaryView = Static< typeof EnvironmentSummaryShape >;
