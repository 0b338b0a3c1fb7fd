import { Button, TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { trash } from '@wordpress/icons';
import { MASK } from '../../shared/server-facts.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useFocus } from '../../ui/use-focus.ts';
import { type Extras, type HeaderRow, keepsValue } from './request-extras.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { LockedHint, TextField } from '../settings/fields.tsx';

interface Props {
	extras: Extras;
	onChange: ( extras: Extras ) => void;
	/** Messages by field. */
	errors: Record< string, string >;
	/** The PHP constant that sets each; null if the user does. */
	lockedBy?: { headers: string | null; body: string | null };
}

interface RowProps {
	row: HeaderRow;
	isNew: boolean;
	nameError: string;
	valueError: string;
	onChange: ( row: HeaderRow ) => void;
	onRemove: () => void;
}

function Row( props: RowProps ) {
	const { row, isNew, nameError, valueError, onChange, onRemove } = props;
	return (
		<div className="headless-deploy-header-row">
			<TextField
				label={ __( 'Header', 'headless-deploy' ) }
				value={ row.name }
				onChange={ ( name ) => onChange( { ...row, name } ) }
				placeholder="X-Api-Key"
				error={ nameError }
				focusOnMount={ isNew }
			/>
			<TextField
				label={ __( 'Value', 'headless-deploy' ) }
				value={ row.value }
				onChange={ ( value ) => onChange( { ...row, value } ) }
				placeholder={ keepsValue( row ) ? MASK : '' }
				error={ valueError }
			/>
			<Button
				__next40pxDefaultSize
				icon={ trash }
				label={ sprintf(
					/* translators: %s: name of an HTTP header. */
					__( 'Remove the header %s', 'headless-deploy' ),
					row.name
				) }
				onClick={ onRemove }
			/>
		</div>
	);
}

/** Finds the row that an error is about: the server names the header in quotation marks. */
function rowOf( rows: readonly HeaderRow[], text: string ) {
	return text === ''
		? undefined
		: ( rows.find(
				( { name } ) => name !== '' && text.includes( `“${ name }”` )
			) ?? rows[ rows.length - 1 ] );
}

function isAboutValue( row: HeaderRow ): boolean {
	return row.name.trim() !== '' && row.value === '';
}

function Headers( { extras, onChange, errors }: Omit< Props, 'lockedBy' > ) {
	const [ added, setAdded ] = useState< number | null >( null );
	const [ removals, setRemovals ] = useState( 0 );
	const { rows } = extras;
	const text = errors.headers ?? '';
	const wrong = rowOf( rows, text );
	const put = ( next: HeaderRow[] ) => onChange( { ...extras, rows: next } );
	const add = () => {
		const key = 1 + Math.max( -1, ...rows.map( ( row ) => row.key ) );
		setAdded( key );
		put( [ ...rows, { key, name: '', value: '', stored: null } ] );
	};
	return (
		<>
			{ text !== '' && ! wrong && <ErrorNotice error={ text } /> }
			{ rows.map( ( row ) => {
				const rowError = row === wrong ? text : '';
				return (
					<Row
						key={ row.key }
						row={ row }
						isNew={ row.key === added }
						nameError={ isAboutValue( row ) ? '' : rowError }
						valueError={ isAboutValue( row ) ? rowError : '' }
						onChange={ ( next ) =>
							put(
								rows.map( ( one ) =>
									one.key === row.key ? next : one
								)
							)
						}
						onRemove={ () => {
							setRemovals( removals + 1 );
							put(
								rows.filter( ( { key } ) => key !== row.key )
							);
						} }
					/>
				);
			} ) }
			<div>
				<ActionButton compact focus={ removals } onClick={ add }>
					{ __( 'Add a header', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</>
	);
}

function StoredBody( { onWrite }: { onWrite: () => void } ) {
	return (
		<div className="headless-deploy-buttons">
			<span>
				{ sprintf(
					/* translators: %s: what stands in the place of a secret, “••••”. */
					__(
						'Body: %s. Stored encrypted; it cannot be displayed again.',
						'headless-deploy'
					),
					MASK
				) }
			</span>
			<ActionButton compact onClick={ onWrite }>
				{ __( 'Enter a new body', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

function Body( props: Omit< Props, 'lockedBy' > ) {
	const { extras, onChange, errors } = props;
	const [ isWriting, setWriting ] = useState( false );
	const textarea = useFocus< HTMLTextAreaElement >( isWriting );
	if ( extras.body === null ) {
		return (
			<StoredBody
				onWrite={ () => {
					setWriting( true );
					onChange( { ...extras, body: '' } );
				} }
			/>
		);
	}
	return (
		<>
			{ errors.body && <ErrorNotice error={ errors.body } /> }
			<TextareaControl
				__nextHasNoMarginBottom
				ref={ textarea }
				label={ __( 'Body (optional)', 'headless-deploy' ) }
				value={ extras.body }
				rows={ 3 }
				dir="ltr"
				spellCheck={ false }
				onChange={ ( body ) => onChange( { ...extras, body } ) }
				help={ __(
					'Sent with every request, for example JSON. Leave it empty to send no body.',
					'headless-deploy'
				) }
			/>
		</>
	);
}

/** Edits headers and body of a generic webhook; stored values are never shown. */
export function ExtrasFields( props: Props ) {
	const { headers = null, body = null } = props.lockedBy ?? {};
	return (
		<fieldset className="headless-deploy-fieldset headless-deploy-extras">
			<legend>
				{ __( 'Headers and body (optional)', 'headless-deploy' ) }
			</legend>
			<p className="headless-deploy-secondary">
				{ __(
					'For hosts that require a header or a request body. Values are stored encrypted and cannot be displayed again.',
					'headless-deploy'
				) }
			</p>
			{ headers === null ? (
				<Headers { ...props } />
			) : (
				<LockedHint by={ headers } />
			) }
			{ body === null && <Body { ...props } /> }
			{ body !== null && body !== headers && <LockedHint by={ body } /> }
		</fieldset>
	);
}
