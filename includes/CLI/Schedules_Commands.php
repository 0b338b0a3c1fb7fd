<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Schedules\Schedule_Input;
use HeadlessDeploy\Schedules\Schedule_View;
use HeadlessDeploy\Schedules\Schedules;

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
	 * Lists the schedules of this site.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Lists only schedules of this environment.
	 *
	 * [--field=<field>]
	 * : Shows only this field.
	 *
	 * [--fields=<fields>]
	 * : Shows only these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - yaml
	 *   - csv
	 * ---
	 *
	 * ## AVAILABLE FIELDS
	 *
	 * id, label, environment, action, frequency, weekday, day, time, nextRunAt. `time` is in the time zone of the site,
	 * `nextRunAt` is UTC.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy schedules list --format=csv
	 *
	 * @subcommand list
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function list_( array $args, array $assoc_args ): void {
		$environment_id = $this->arguments->filter( $assoc_args );
		$rows           = array_filter( $this->view->all(), static fn( array $row ): bool => null === $environment_id || $environment_id === $row['environment'] );
		$this->console->rows( array_values( $rows ), self::FIELDS, $assoc_args );
	}

	/**
	 * Adds a schedule.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * --action=<action>
	 * : Action of the run.
	 * ---
	 * options:
	 *   - rebuild
	 *   - clean-rebuild
	 *   - purge-cache
	 *   - refresh
	 *   - cleanRebuild
	 *   - purgeCache
	 * ---
	 *
	 * --frequency=<frequency>
	 * : How often the schedule runs.
	 * ---
	 * options:
	 *   - hourly
	 *   - daily
	 *   - weekly
	 *   - monthly
	 * ---
	 *
	 * --time=<time>
	 * : Time in the time zone of the site, for example 03:30. An hourly schedule uses only the minutes.
	 *
	 * [--weekday=<weekday>]
	 * : Day of a weekly schedule.
	 * ---
	 * options:
	 *   - monday
	 *   - tuesday
	 *   - wednesday
	 *   - thursday
	 *   - friday
	 *   - saturday
	 *   - sunday
	 * ---
	 *
	 * [--day=<day>]
	 * : Day of a monthly schedule, 1 to 31. In a shorter month, the last day.
	 *
	 * [--label=<label>]
	 * : Name of the schedule.
	 *
	 * [--porcelain]
	 * : Prints only the ID of the new schedule.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy schedules add --action=clean-rebuild --frequency=weekly --weekday=monday --time=03:30
	 *     Success: Added schedule “Clean Rebuild every week” with ID clean-rebuild-every-week. Next run: November 23, 2026, 3:30:00 am CET.
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function add( array $args, array $assoc_args ): void {
		$input   = Schedule_Input::from_body( $this->body( $assoc_args ) );
		$created = is_wp_error( $input ) ? $input : $this->schedules->create( $input );
		if ( is_wp_error( $created ) ) {
			$this->console->fail( $created->get_error_message(), Exit_Code::of( $created ) );
		}
		$this->dispatcher->schedule_wake_up();
		if ( true === ( $assoc_args['porcelain'] ?? false ) ) {
			$this->console->line( $created->id );
			return;
		}
		$next = $this->schedules->next_runs( array( $created->id => $created ) )[ $created->id ];
		/* translators: 1: label of a schedule. 2: its id. 3: a moment. */
		$this->console->success( sprintf( __( 'Added schedule “%1$s” with ID %2$s. Next run: %3$s.', 'headless-deploy' ), $created->label, $created->id, Messages::moment( $next ) ) );
	}

	/**
	 * Removes a schedule.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the schedule.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy schedules remove nightly
	 *     Success: Removed “Nightly”.
	 *
	 * @param array{0: string} $args
	 */
	public function remove( array $args ): void {
		$removed = $this->schedules->delete( $args[0] );
		if ( is_wp_error( $removed ) ) {
			$this->console->fail( $removed->get_error_message(), Exit_Code::of( $removed ) );
		}
		$this->dispatcher->schedule_wake_up();
		/* translators: %s: label of an environment or a schedule. */
		$this->console->success( sprintf( __( 'Removed “%s”.', 'headless-deploy' ), $removed->label ) );
	}

	/**
	 * @param  array<string, mixed> $assoc_args
	 * @return array<string, mixed>
	 */
	private function body( array $assoc_args ): array {
		$body                = array_intersect_key( $assoc_args, array_flip( array( 'label', 'frequency', 'weekday', 'day', 'time' ) ) );
		$body['environment'] = $this->arguments->environment( $assoc_args )->id;
		$body['action']      = Arguments::action( (string) $assoc_args['action'] )?->value;
		return $body;
	}
}
