import { __, _x, sprintf } from '../../ui/i18n.ts';
import { LIMITS } from '../../shared/server-facts.ts';
import type {
	NotificationKind,
	Notifications,
	NotificationsInput,
	QuietHours,
	Recipient,
} from '../../shared/wire.ts';
import type { FieldLabels } from '../settings/conflict.ts';

/** What a user gets who turns quiet hours on. */
const USUAL_QUIET_HOURS: QuietHours = { from: '22:00', to: '07:00' };

/** Who is notified of failures, as the user chose it. */
export interface NotificationValues {
	/** IDs of users. */
	recipients: number[];
	/** As typed; empty keeps the stored URL, null removes it. */
	chatUrl: string | null;
	kinds: NotificationKind[];
	/** As typed. */
	digestMinutes: string;
	quietHours: QuietHours | null;
}

export function valuesOf( settings: Notifications ): NotificationValues {
	return {
		recipients: settings.recipients.map( ( { id } ) => id ),
		chatUrl: '',
		kinds: settings.kinds,
		digestMinutes: String( settings.digestMinutes ),
		quietHours: settings.quietHours,
	};
}

/** Null if it is invalid or out of range. */
export function minutesOf( typed: string ): number | null {
	const minutes = /^\d{1,4}$/.test( typed.trim() ) ? Number( typed ) : -1;
	return minutes >= 0 && minutes <= LIMITS.digestMinutes ? minutes : null;
}

/** Empty if the number of minutes is valid. */
export function minutesProblem( typed: string ): string {
	return minutesOf( typed ) !== null
		? ''
		: sprintf(
				/* translators: %d: a number of minutes. */
				__(
					'Enter a whole number from 0 to %d (one day).',
					'headless-deploy'
				),
				LIMITS.digestMinutes
			);
}

export function inputOf(
	changed: Partial< NotificationValues >
): NotificationsInput {
	const { digestMinutes, chatUrl, ...others } = changed;
	return {
		...others,
		...( chatUrl === undefined ? {} : { chatUrl: chatUrl ?? '' } ),
		...( digestMinutes === undefined
			? {}
			: { digestMinutes: minutesOf( digestMinutes ) ?? 0 } ),
	};
}

export function withQuietHours( isOn: boolean ): QuietHours | null {
	return isOn ? USUAL_QUIET_HOURS : null;
}

export function kindLabels(): Record< NotificationKind, string > {
	return {
		failing: __( 'Runs have failed for an hour', 'headless-deploy' ),
		failed: __( 'A run failed and is not retried', 'headless-deploy' ),
		recovered: __(
			'The environment deploys again after one of these messages',
			'headless-deploy'
		),
	};
}

/** Names a user so that two users of the same name differ. */
export function tokenOf( { name, email }: Recipient ): string {
	return sprintf(
		/* translators: 1: name of a user, 2: e-mail address. */
		_x( '%1$s (%2$s)', 'recipient', 'headless-deploy' ),
		name,
		email
	);
}

/** All users who are chosen or can be chosen, each once. */
export function usersOf( settings: Notifications ): Recipient[] {
	const ids = settings.recipients.map( ( { id } ) => id );
	return [
		...settings.recipients,
		...settings.available.filter( ( { id } ) => ! ids.includes( id ) ),
	];
}

/** Finds the user that a typed text names: an entry of the list, an e-mail address, or a name that only one user has. */
export function userNamed(
	users: readonly Recipient[],
	typed: string
): Recipient | null {
	const wanted = typed.trim().toLowerCase();
	const exact = users.find( ( user ) =>
		[ tokenOf( user ), user.email ].some(
			( text ) => text.toLowerCase() === wanted
		)
	);
	const [ named, another ] = users.filter(
		( { name } ) => name.toLowerCase() === wanted
	);
	return exact ?? ( another === undefined ? ( named ?? null ) : null );
}

/** Whether these values send no message at all. */
export function isOff(
	{
		recipients,
		chatUrl,
	}: Pick< NotificationValues, 'recipients' | 'chatUrl' >,
	{ chat }: Pick< Notifications, 'chat' >
): boolean {
	const hasChat =
		chatUrl === ''
			? chat !== null
			: chatUrl !== null && chatUrl.trim() !== '';
	return recipients.length === 0 && ! hasChat;
}

export function notificationLabels(
	settings: Notifications
): FieldLabels< NotificationValues > {
	const users = usersOf( settings );
	const kinds = kindLabels();
	return {
		recipients: {
			name: __( 'Recipients', 'headless-deploy' ),
			format: ( ids ) =>
				ids
					.map(
						( wanted ) =>
							users.find( ( { id } ) => id === wanted )?.name ??
							`#${ wanted }`
					)
					.join( ', ' ),
		},
		chatUrl: {
			name: __( 'Webhook URL of a chat', 'headless-deploy' ),
			format: ( url ) =>
				url === null
					? __( 'Removed', 'headless-deploy' )
					: __( 'Replaced', 'headless-deploy' ),
		},
		kinds: {
			name: __( 'Messages', 'headless-deploy' ),
			format: ( chosen ) =>
				chosen.map( ( kind ) => kinds[ kind ] ).join( ', ' ),
		},
		digestMinutes: {
			name: digestLabel(),
			format: ( typed ) => typed,
		},
		quietHours: {
			name: __( 'Quiet hours', 'headless-deploy' ),
			format: ( hours ) =>
				hours === null
					? __( 'Off', 'headless-deploy' )
					: `${ hours.from }–${ hours.to }`,
		},
	};
}

export function digestLabel(): string {
	return __( 'Shortest time between messages (minutes)', 'headless-deploy' );
}
