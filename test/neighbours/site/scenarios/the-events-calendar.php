<?php

declare( strict_types=1 );

/**
 * The ways in which The Events Calendar saves: events with their own repository.
 */
return array(
	'prepare' => static function (): void {
		tribe_events()->set_args( array( 'title' => 'Market', 'status' => 'publish', 'start_date' => '2027-02-10 08:00:00', 'end_date' => '2027-02-10 12:00:00' ) )->create();
	},
	'add an event' => static function (): array {
		$event = tribe_events()->set_args( array( 'title' => 'Concert', 'status' => 'publish', 'start_date' => '2027-01-10 20:00:00', 'end_date' => '2027-01-10 22:00:00' ) )->create();
		update_option( 'neighbours_event', $event->ID );
		return array( "published post $event->ID" );
	},
	'move an event' => static function (): array {
		$id = (int) get_option( 'neighbours_event' );
		tribe_events()->where( 'id', $id )->set_args( array( 'start_date' => '2027-01-11 20:00:00', 'end_date' => '2027-01-11 22:00:00' ) )->save();
		return array( "updated post $id" );
	},
);
