import { CardBody, FormTokenField, ToggleControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { store as noticesStore } from '@wordpress/notices';
import { LIMITS } from '../../shared/server-facts.ts';
import type {
	NotificationKind,
	NotificationResult,
	Notifications,
	NotificationsInput,
} from '../../shared/wire.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckboxList } from '../../ui/checkbox-list.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { clockTime, timeZoneLabel } from '../../live/labels/time.ts';
import {
	newestNotifications,
	testNotifications,
	updateNotifications,
} from '../settings/api.ts';
import { NumberField, TextField, TimeField } from '../settings/fields.tsx';
import { useSiteTime } from '../settings/site-time.ts';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import { useSave } from '../settings/use-save.ts';
import { useVersionedSave } from '../settings/use-versioned-save.ts';
import {
	digestLabel,
	inputOf,
	isOff,
	kindLabels,
	minutesOf,
	minutesProblem,
	type NotificationValues,
	notificationLabels,
	tokenOf,
	userNamed,
	usersOf,
	valuesOf,
	withQuietHours,
} from './notifications.ts';
import { SectionForm } from './section-form.tsx';
import { sectionOf } from './section.ts';

interface Props {
	settings: Notifications;
	onUpdate: ( updated: Notifications ) => void;
}

interface PartProps {
	settings: Notifications;
	draft: Draft< NotificationValues >;
	/** Messages of the server by field. */
	errors: Record< string, string >;
}

function Recipients( { settings, draft, errors }: PartProps ) {
	const users = usersOf( settings );
	const [ unknown, setUnknown ] = useState( '' );
	const choose = ( tokens: readonly ( string | { value: string } )[] ) => {
		const typed = tokens.map( ( token ) =>
			typeof token === 'string' ? token : token.value
		);
		const found = typed.map( ( text ) => userNamed( users, text ) );
		draft.set( 'recipients', [
			...new Set( found.flatMap( ( user ) => user?.id ?? [] ) ),
		] );
		setUnknown(
			typed.filter( ( _, index ) => found[ index ] === null ).join( ', ' )
		);
	};
	const problem =
		unknown === ''
			? ''
			: sprintf(
					/* translators: %s: what the user typed. */
					__(
						'Not added: “%s”. No user in the list has this name or e-mail address. Choose a user from the list.',
						'headless-deploy'
					),
					unknown
				);
	return (
		<div>
			<FormTokenField
				__next40pxDefaultSize
				__nextHasNoMarginBottom
				__experimentalExpandOnFocus
				__experimentalShowHowTo={ false }
				tokenizeOnBlur
				label={ __( 'Recipients of e-mails', 'headless-deploy' ) }
				maxLength={ LIMITS.recipients }
				suggestions={ users.map( tokenOf ) }
				value={ users
					.filter( ( { id } ) =>
						draft.values.recipients.includes( id )
					)
					.map( tokenOf ) }
				onChange={ choose }
			/>
			<p className="headless-deploy-secondary">
				{ __(
					'Users of this site who may see deployments.',
					'headless-deploy'
				) }
			</p>
			{ ( problem || errors.recipients ) && (
				<ErrorNotice error={ problem || errors.recipients || '' } />
			) }
		</div>
	);
}

function Chat( { settings, draft, errors }: PartProps ) {
	const { chat } = settings;
	const { chatUrl } = draft.values;
	const isRemoved = chatUrl === null;
	return (
		<div>
			<TextField
				isUrl
				label={ notificationLabels( settings ).chatUrl.name }
				value={ chatUrl ?? '' }
				placeholder={
					chat === null || isRemoved ? 'https://' : chat.masked
				}
				onChange={ ( typed ) => draft.set( 'chatUrl', typed ) }
				error={ errors.chatUrl ?? '' }
				help={ __(
					'Paste the webhook URL of a channel in Slack, Microsoft Teams or Discord. Stored encrypted; it cannot be displayed again.',
					'headless-deploy'
				) }
			/>
			{ chat !== null && (
				<p className="headless-deploy-secondary">
					{ isRemoved
						? sprintf(
								/* translators: %s: Slack, Microsoft Teams or Discord. */
								__(
									'%s is removed when you save.',
									'headless-deploy'
								),
								chat.label
							)
						: sprintf(
								/* translators: %s: Slack, Microsoft Teams or Discord. */
								__( 'Messages go to %s.', 'headless-deploy' ),
								chat.label
							) }{ ' ' }
					<ActionButton
						variant="link"
						onClick={ () =>
							draft.set( 'chatUrl', isRemoved ? '' : null )
						}
					>
						{ isRemoved
							? __( 'Keep', 'headless-deploy' )
							: __( 'Remove', 'headless-deploy' ) }
					</ActionButton>
				</p>
			) }
		</div>
	);
}

function Kinds( { draft }: PartProps ) {
	const { kinds } = draft.values;
	const labels = kindLabels();
	const names = Object.keys( labels ) as NotificationKind[];
	return (
		<CheckboxList
			className="headless-deploy-notifications__kinds"
			label={ __( 'Send a message when', 'headless-deploy' ) }
			choices={ names.map( ( name ) => ( {
				name,
				label: labels[ name ],
			} ) ) }
			chosen={ kinds }
			onChange={ ( kind, isChosen ) =>
				draft.set(
					'kinds',
					names.filter( ( other ) =>
						other === kind ? isChosen : kinds.includes( other )
					)
				)
			}
		/>
	);
}

function Times( { draft, errors }: PartProps ) {
	const { digestMinutes, quietHours } = draft.values;
	const { timeZone } = useSiteTime();
	return (
		<>
			<NumberField
				label={ digestLabel() }
				value={ digestMinutes }
				onChange={ ( typed ) => draft.set( 'digestMinutes', typed ) }
				min={ 0 }
				max={ LIMITS.digestMinutes }
				error={ minutesProblem( digestMinutes ) }
				help={ __(
					'Events in between are sent in one message.',
					'headless-deploy'
				) }
			/>
			<ToggleControl
				__nextHasNoMarginBottom
				label={ __( 'Quiet hours', 'headless-deploy' ) }
				checked={ quietHours !== null }
				onChange={ ( isOn ) =>
					draft.set( 'quietHours', withQuietHours( isOn ) )
				}
				help={ sprintf(
					/* translators: %s: a time zone, for example “Europe/Stockholm”. */
					__(
						'No message is sent in these hours (%s). One message at their end lists the events.',
						'headless-deploy'
					),
					timeZoneLabel( timeZone )
				) }
			/>
			{ quietHours !== null && (
				<div className="headless-deploy-timing__numbers">
					<TimeField
						label={ __( 'From', 'headless-deploy' ) }
						value={ quietHours.from }
						onChange={ ( from ) =>
							draft.set( 'quietHours', { ...quietHours, from } )
						}
						error={ errors.quietHours ?? '' }
					/>
					<TimeField
						label={ __( 'To', 'headless-deploy' ) }
						value={ quietHours.to }
						onChange={ ( to ) =>
							draft.set( 'quietHours', { ...quietHours, to } )
						}
					/>
				</div>
			) }
		</>
	);
}

function Result( { result }: { result: NotificationResult } ) {
	const { nowMs, timeZone } = useSiteTime();
	const { channel, at, isSent, message, waiting } = result;
	return (
		<li className="headless-deploy-notifications__result">
			<StatusSymbol symbol={ isSent ? 'good' : 'bad' } />
			<span>
				<bdi>{ channel }</bdi>, { clockTime( at, nowMs(), timeZone ) }:{ ' ' }
				{ message }
				{ waiting > 0 &&
					' ' +
						sprintf(
							/* translators: %d: number of messages. */
							_n(
								'%d message is pending.',
								'%d messages are pending.',
								waiting,
								'headless-deploy'
							),
							waiting
						) }
			</span>
		</li>
	);
}

/** Sends a test message with the saved settings, and lists the last message of each channel. */
function Test( { settings, onUpdate, unsaved }: Props & { unsaved: number } ) {
	const { busy, error, save } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
	const test = () =>
		save( async () => {
			const updated = await testNotifications();
			onUpdate( updated );
			if ( updated.results.every( ( { isSent } ) => isSent ) ) {
				void createSuccessNotice(
					__( 'Test message sent.', 'headless-deploy' ),
					{ type: 'snackbar' }
				);
			}
		} );
	const isUntestable = isOff( valuesOf( settings ), settings );
	return (
		<>
			{ settings.results.length > 0 && (
				<ul className="headless-deploy-notifications__results">
					{ settings.results.map( ( result ) => (
						<Result
							key={ `${ result.channel } ${ result.at }` }
							result={ result }
						/>
					) ) }
				</ul>
			) }
			{ error && <ErrorNotice error={ error.message } /> }
			<div className="headless-deploy-buttons">
				<ActionButton
					busy={ busy }
					disabled={ isUntestable || unsaved > 0 }
					onClick={ () => void test() }
				>
					{ __( 'Send a test message', 'headless-deploy' ) }
				</ActionButton>
				{ unsaved > 0 && (
					<span className="headless-deploy-secondary">
						{ __( 'Save your changes first.', 'headless-deploy' ) }
					</span>
				) }
			</div>
		</>
	);
}

function useNotificationsSaving( { settings, onUpdate }: Props ) {
	return useVersionedSave< Notifications, NotificationsInput >( {
		etag: settings.etag,
		put: updateNotifications,
		newest: newestNotifications,
		pick: ( data ) => data.notifications,
		onUpdate,
		successMessage: () => __( 'Notifications saved.', 'headless-deploy' ),
	} );
}

/** Who is notified when deployments fail, and when they work again. */
export function NotificationsCard( props: Props ) {
	const { settings } = props;
	const draft = useDraft< NotificationValues >( valuesOf( settings ) );
	const section = sectionOf(
		settings,
		draft,
		useNotificationsSaving( props ),
		{
			of: valuesOf,
			labels: notificationLabels( settings ),
			inputOf,
		}
	);
	const part = { settings, draft, errors: section.error?.fields ?? {} };
	const { digestMinutes, quietHours } = draft.values;
	return (
		<SectionForm
			{ ...section }
			fields={ [ 'recipients', 'chatUrl', 'quietHours' ] }
			isValid={
				minutesOf( digestMinutes ) !== null &&
				quietHours?.from !== '' &&
				quietHours?.to !== ''
			}
			title={ __( 'Notifications', 'headless-deploy' ) }
			description={ __(
				'Send messages when deployments fail, for all environments.',
				'headless-deploy'
			) }
		>
			<CardBody className="headless-deploy-general">
				<Recipients { ...part } />
				<Chat { ...part } />
				<Kinds { ...part } />
				{ isOff( draft.values, settings ) && (
					<p className="headless-deploy-secondary">
						{ __(
							'No message is sent until you add a recipient or a chat.',
							'headless-deploy'
						) }
					</p>
				) }
			</CardBody>
			<CardBody className="headless-deploy-general is-second">
				<Times { ...part } />
			</CardBody>
			<CardBody className="headless-deploy-general is-second">
				<Test { ...props } unsaved={ section.unsaved } />
			</CardBody>
		</SectionForm>
	);
}
