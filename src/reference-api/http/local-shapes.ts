import { Type } from 'typebox';
import type { Static } from 'typebox';
import { PLATFORM_ROLES, ROLES } from '../model/hosting.ts';
import { oneOf, time } from './shapes.ts';
import {
	closedObject,
	describedObject,
	namedObject,
} from './closed-objects.ts';

const uuid = Type.String( {
	format: 'uuid',
	description: 'The id that the usage API uses.',
} );

const call = namedObject( 'WebhookCall', 'A call of a webhook.', {
	at: time( 'When it came.' ),
	status: Type.Integer( { minimum: 100, maximum: 599 } ),
	reason: Type.String( {
		description: 'A short reason if the call was rejected, else empty.',
	} ),
} );

export const webhookCalls = namedObject(
	'WebhookCalls',
	'The last call per action, rejected calls included.',
	{
		rebuild: Type.Optional( call ),
		cleanRebuild: Type.Optional( call ),
		purgeCache: Type.Optional( call ),
	}
);

const webhookUrl = Type.String( {
	format: 'uri',
	description: 'The full URL with its token: a secret.',
} );

export const WebhookSetShape = namedObject(
	'WebhookSet',
	'The set of webhook URLs.',
	{
		rebuild: webhookUrl,
		cleanRebuild: webhookUrl,
		purgeCache: webhookUrl,
		createTime: time( 'When the token was created.' ),
		createdBy: Type.String(),
		lastCalls: webhookCalls,
	}
);

export const AccountShape = namedObject( 'Account', 'An account.', {
	name: Type.String( { examples: [ 'acme' ] } ),
	id: uuid,
} );

export const AccountList = describedObject( 'All accounts.', {
	accounts: Type.Array( AccountShape ),
} );

export const InstallShape = namedObject( 'Install', 'A WordPress install.', {
	id: uuid,
	accountName: Type.String( { examples: [ 'acme' ] } ),
	name: Type.String( { examples: [ 'blog' ] } ),
	url: Type.String( {
		description: 'Empty if unknown.',
		examples: [ 'http://127.0.0.1:8888' ],
	} ),
	environments: Type.Array(
		closedObject( {
			id: Type.String( { description: 'A UUID.' } ),
			accountName: Type.String( { examples: [ 'acme' ] } ),
			appId: Type.String( { examples: [ 'shop' ] } ),
			displayName: Type.String( { examples: [ 'Production' ] } ),
		} ),
		{
			description:
				'The environments that are linked to it, of the API user’s accounts.',
		}
	),
} );

export const InstallList = describedObject( 'All WordPress installs.', {
	installs: Type.Array( InstallShape ),
} );

export const SessionShape = namedObject(
	'Session',
	'The user who is signed in, and what every page needs.',
	{
		user: Type.String( {
			description: 'ID of the API user.',
			examples: [ 'sam' ],
		} ),
		name: Type.String( { description: 'Display name; may be empty.' } ),
		role: oneOf(
			PLATFORM_ROLES,
			'The role on the whole platform; `none`: only in the listed accounts.'
		),
		accounts: Type.Array(
			closedObject( {
				name: Type.String( { examples: [ 'acme' ] } ),
				id: uuid,
				role: oneOf( ROLES, 'The role that applies there.' ),
			} ),
			{ description: 'The accounts that the user sees.' }
		),
		now: time( 'The time of the platform.' ),
		maxUploadBytes: Type.Integer( {
			description: 'Maximum size of an uploaded zip.',
			examples: [ 104_857_600 ],
		} ),
		hangTimeoutSeconds: Type.Integer( {
			description:
				'How long an application may answer no request before it is restarted; 0: it is not restarted.',
			examples: [ 60 ],
		} ),
		faultsOn: Type.Integer( {
			description: 'Number of fault rules that are on.',
		} ),
		startCommand: Type.String( {
			description: 'The command that starts this platform.',
			examples: [ 'npm start' ],
		} ),
	}
);

export type InstallView = Static< typeof InstallShape >;
export type SessionView = Static< typeof SessionShape >;
export type WebhookSetView = Static< typeof WebhookSetShape >;
