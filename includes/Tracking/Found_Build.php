<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Value_Object;

/**
 * The host's build of a run, as it is stored with the run. All times are milliseconds, 0 for none.
 *
 * @phpstan-type Stored array{name: string, message: string, code: string, startedAt: int, finishedAt: int, running: bool, number: int, page: string, atHost: bool, trigger: string, startedBy: string}
 */
final class Found_Build {
	use Value_Object;

	/**
	 * @param string $code       Error of the build, a code of Errors; empty without one.
	 * @param int    $number     0 if the host does not number its builds.
	 * @param string $page       URL of the build's page, or empty.
	 * @param bool   $is_at_host Whether a user started it at the host after the run failed.
	 * @param string $trigger    What started it, in the host's terms; empty for the build of a run of this site.
	 * @param string $started_by Name of a user at the host; empty for the build of a run of this site.
	 */
	public function __construct(
		public readonly string $name,
		public readonly string $message = '',
		public readonly string $code = '',
		public readonly int $started_at = 0,
		public readonly int $finished_at = 0,
		public readonly bool $is_running = false,
		public readonly int $number = 0,
		public readonly string $page = '',
		public readonly bool $is_at_host = false,
		public readonly string $trigger = '',
		public readonly string $started_by = '',
	) {}

	/**
	 * @param bool $is_observed Whether this site did not start the build.
	 */
	public static function of( Build $build, string $page, bool $is_at_host, bool $is_observed = false ): self {
		return new self(
			$build->name,
			$build->message,
			$build->error_code(),
			0 === $build->started_at ? $build->created_at : $build->started_at,
			$build->finished_at,
			$build->is_running(),
			$build->number,
			$page,
			$is_at_host,
			$is_observed ? $build->trigger : '',
			$is_observed ? $build->started_by : '',
		);
	}

	/**
	 * Returns the schema of what is stored. Its members are the parameters of the constructor, in their order.
	 */
	public static function stored(): Json_Schema {
		$text   = Json_Schema::text();
		$number = Json_Schema::integer();
		$is     = Json_Schema::boolean();
		return Json_Schema::partial(
			name: $text->with( minLength: 1 ),
			message: $text,
			code: $text,
			startedAt: $number,
			finishedAt: $number,
			running: $is,
			number: $number,
			page: $text,
			atHost: $is,
			trigger: $text,
			startedBy: $text,
		)->with( required: array( 'name' ) );
	}

	/**
	 * @param Stored $stored As the schema describes it.
	 */
	public static function from_stored( array $stored ): self {
		return new self( ...array_values( $stored ) );
	}

	/**
	 * @return array<string, mixed> As it is stored.
	 */
	public function to_array(): array {
		return array_combine( array_keys( self::stored()->properties() ), get_object_vars( $this ) );
	}

	/**
	 * Returns what users without `headless_deploy_manage` may see.
	 */
	public function for_viewers(): self {
		return $this->with( message: '', page: '', started_by: '' );
	}

	/**
	 * Returns the number of the build, else its name.
	 */
	public function label(): string {
		return 0 === $this->number ? $this->name : (string) $this->number;
	}
}
