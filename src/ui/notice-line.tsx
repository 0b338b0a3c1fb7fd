import { Notice } from '@wordpress/components';
import {
	createContext,
	useContext,
	useEffect,
	useMemo,
	useRef,
	useState,
} from '@wordpress/element';
import type { ReactNode } from 'react';
import { asError } from './form-error.tsx';
import { type Task, useTask } from './use-task.ts';

type ShowNotice = (
	text: ReactNode,
	/** @default 'success' */
	status?: 'success' | 'error'
) => void;

const NoticeContext = createContext< ShowNotice >( () => {} );

/** Shows the result of the last change above the screens, until the user goes on. Notice speaks it. */
export function NoticeLine( {
	address,
	children,
}: {
	/** Of the screen: a result is removed with the next one. */
	address: string;
	children: ReactNode;
} ) {
	const [ notice, setNotice ] = useState< {
		text: ReactNode;
		status: 'success' | 'error';
		number: number;
	} | null >( null );
	const show = useMemo< ShowNotice >(
		() =>
			( text, status = 'success' ) =>
				setNotice( ( last ) => ( {
					text,
					status,
					number: ( last?.number ?? 0 ) + 1,
				} ) ),
		[]
	);
	const shown = useRef( { address, number: 0 } );
	useEffect( () => {
		// The change itself may lead to another screen before its result is shown.
		if ( notice === null || notice.number !== shown.current.number ) {
			shown.current = { address, number: notice?.number ?? 0 };
		} else if ( address !== shown.current.address ) {
			setNotice( null );
		}
	}, [ address, notice ] );
	return (
		<NoticeContext.Provider value={ show }>
			{ notice && (
				<Notice
					key={ notice.number }
					status={ notice.status }
					onRemove={ () => setNotice( null ) }
				>
					{ notice.text }
				</Notice>
			) }
			{ children }
		</NoticeContext.Provider>
	);
}

/** Says what a change has done, or why it failed, in one line. */
export function useNotice(): ShowNotice {
	return useContext( NoticeContext );
}

/** A task whose failure is shown in that line. */
export function useNoticedTask(): Task< void > {
	const showNotice = useNotice();
	return useTask( ( refusal ) =>
		showNotice( asError( refusal ).message, 'error' )
	);
}
