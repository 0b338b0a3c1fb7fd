import { Type } from 'typebox';
import type { Static } from 'typebox';
import { time } from './shapes.ts';
import {
	closedObject,
	describedObject,
	namedObject,
} from './closed-objects.ts';

const uuid = Type.String( {
	format: 'uuid',
	description: 'The id that the usage API uses.',
} );

const call = closedObject( {
	at: time( 'When it came.' ),
	status: Type.Integer( { minimum: 100, maximum: 599 } ),
	reason: Type.String( {
		description: 'A short reason if the call was rejected, else empty.',
	} ),
} );

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
		lastCalls: describedObject(
			'The last call per action, rejected calls included.',
			{
				rebuild: Type.Optional( call ),
				cleanRebuild: Type.Optional( call ),
				purgeCache: Type.Optional( call ),
			}
		),
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
} );

export const InstallList = describedObject( 'All WordPress installs.', {
	installs: Type.Array( InstallShape ),
} );

export type WebhookSetView = Static< typeof WebhookSetShape >;
