<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Schedules\Frequency;
use HeadlessDeploy\Schedules\Schedule_Input;
use HeadlessDeploy\Schedules\Schedule_View;
use HeadlessDeploy\Schedules\Schedules;
use HeadlessDeploy\Schedules\Weekday;

/**
 * Lists, adds and removes schedules.
 */
final class Schedules_Commands {
	private const FIELDS = array( 'id', 'label', 'environment', 'action', 'frequency', 'weekday', 'day', 'time', 'nextRunAt' );

	public function __construct(
		private readonly Schedules $schedules,
		private readonly Schedule_View $view,
		private readonly Dispatcher $dispatcher,
		private readonly Arguments $arguments,
		private readonly Console $console,
	) {}

	/**
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		return array(
			'schedules list' => new Command(
				$this->list_( ... ),
				'Lists the schedules of this site.',
				options: array( Option::environment( 'Lists only schedules of this environment.' ), ...Option::output() ),
				sections: array( 'AVAILABLE FIELDS' => implode( ', ', self::FIELDS ) . '. `time` is in the time zone of the site, `nextRunAt` is UTC.' ),
				examples: '$ wp headless-deploy schedules list --format=csv',
			),
			'schedules add' => new Command(
				$this->add( ... ),
				'Adds a schedule.',
				options: array(
					Option::environment(),
					Option::action( '--action=<action>', 'Action of the run.' ),
					new Option( '--frequency=<frequency>', 'How often the schedule runs.', array_column( Frequency::cases(), 'value' ) ),
					new Option( '--time=<time>', 'Time in the time zone of the site, for example 03:30. An hourly schedule uses only the minutes.' ),
					new Option( '[--weekday=<weekday>]', 'Day of a weekly schedule.', array_column( Weekday::cases(), 'value' ) ),
					new Option( '[--day=<day>]', 'Day of a monthly schedule, 1 to 31. In a shorter month, the last day.' ),
					new Option( '[--label=<label>]', 'Name of the schedule.' ),
					Option::porcelain( 'the ID of the new schedule' ),
				),
				examples: <<<'HELP'
					$ wp headless-deploy schedules add --action=clean-rebuild --frequency=weekly --weekday=monday --time=03:30
					Success: Added schedule “Clean Rebuild every week” with ID clean-rebuild-every-week. Next run: November 23, 2026, 3:30:00 am CET.
					HELP,
			),
			'schedules remove' => new Command(
				$this->remove( ... ),
				'Removes a schedule.',
				options: array( Option::id( 'ID of the schedule.' ) ),
				examples: <<<'HELP'
					$ wp headless-deploy schedules remove nightly
					Success: Removed “Nightly”.
					HELP,
			),
		);
	}

	private function list_( Command_Input $input ): void {
		$environment_id = $this->arguments->filter( $input );
		$rows           = array_filter(
			$this->view->all(),
			static fn( array $row ): bool => null === $environment_id || $environment_id === $row['environment'],
		);
		$this->console->rows( array_values( $rows ), self::FIELDS, $input );
	}

	private function add( Command_Input $input ): void {
		$fields  = Schedule_Input::from_body( $this->body( $input ) );
		$created = is_wp_error( $fields ) ? $fields : $this->schedules->create( $fields );
		if ( is_wp_error( $created ) ) {
			$this->console->fail( $created->get_error_message(), Exit_Code::of( $created ) );
		}
		$this->dispatcher->schedule_wake_up();
		if ( $input->has( 'porcelain' ) ) {
			$this->console->line( $created->id );
			return;
		}
		$next = $this->schedules->next_runs( array( $created->id => $created ) )[ $created->id ];
		$this->console->success( sprintf(
			/* translators: 1: label of a schedule. 2: its id. 3: a moment. */
			__( 'Added schedule “%1$s” with ID %2$s. Next run: %3$s.', 'headless-deploy' ),
			$created->label,
			$created->id,
			Messages::moment( $next ),
		) );
	}

	private function remove( Command_Input $input ): void {
		$removed = $this->schedules->delete( $input->id() );
		if ( is_wp_error( $removed ) ) {
			$this->console->fail( $removed->get_error_message(), Exit_Code::of( $removed ) );
		}
		$this->dispatcher->schedule_wake_up();
		/* translators: %s: label of an environment or a schedule. */
		$this->console->success( sprintf( __( 'Removed “%s”.', 'headless-deploy' ), $removed->label ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function body( Command_Input $input ): array {
		$body                = array_intersect_key( $input->options, array_flip( array( 'label', 'frequency', 'weekday', 'day', 'time' ) ) );
		$body['environment'] = $this->arguments->environment( $input )->id;
		$body['action']      = Arguments::action( $input->text( 'action' ) ?? '' )?->value;
		return $body;
	}
}
