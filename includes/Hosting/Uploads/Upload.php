<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use HeadlessDeploy\Hosting\Hosted_Environment;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;

/**
 * The record of one upload: what is uploaded, by whom, and whether it was sent to the host. How much of the file is
 * there is read from the file.
 *
 * @phpstan-type Stored array{user: int, account: string, app: string, environment: string, fileName: string, size: int, state: string, message: string, operation: string, build: string, createdAt: int, updatedAt: int}
 */
final class Upload {
	public const RECEIVING = 'receiving';
	public const SENDING   = 'sending';
	public const SENT      = 'sent';
	public const FAILED    = 'failed';

	public const MAX_BYTES      = 2_147_483_648;
	public const MAX_UNFINISHED = 5;

	private const MIN_CHUNK_BYTES = 1_048_576;
	private const MAX_CHUNK_BYTES = 8_388_608;

	/**
	 * Most of PHP's memory belongs to WordPress and its plugins.
	 */
	private const SHARE_OF_MEMORY = 16;

	/**
	 * @param Stored $stored
	 */
	private function __construct(
		public readonly string $id,
		private readonly array $stored,
	) {}

	/**
	 * @param array<mixed> $stored Of the option; invalid fields get their defaults.
	 */
	public static function from_array( string $id, array $stored ): self {
		$text   = Json_Schema::text();
		$number = Json_Schema::integer();
		$schema = Json_Schema::partial(
			user: $number,
			account: $text,
			app: $text,
			environment: $text,
			fileName: $text,
			size: $number,
			state: $text->with( default: self::RECEIVING ),
			message: $text,
			operation: $text,
			build: $text,
			createdAt: $number,
			updatedAt: $number,
		);
		/** @var Stored $fields */
		$fields = Stored_Value::read( $schema, $stored );
		return new self( $id, $fields );
	}

	/**
	 * @return Stored
	 */
	public function to_array(): array {
		return $this->stored;
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	public function with( array $fields, int $now ): self {
		return self::from_array( $this->id, array( 'updatedAt' => $now ) + $fields + $this->stored );
	}

	public function environment(): Hosted_Environment {
		return new Hosted_Environment( $this->stored['account'], $this->stored['app'], $this->stored['environment'] );
	}

	public function user(): int {
		return $this->stored['user'];
	}

	public function state(): string {
		return $this->stored['state'];
	}

	public function file_name(): string {
		return $this->stored['fileName'];
	}

	/**
	 * Returns the bytes of the whole file.
	 */
	public function size(): int {
		return $this->stored['size'];
	}

	/**
	 * Returns when the record was last written, in milliseconds.
	 */
	public function updated_at(): int {
		return $this->stored['updatedAt'];
	}

	/**
	 * Returns the bytes of the largest chunk: whole MiB, below the limits of PHP. A chunk is in memory once or twice while it
	 * is received.
	 *
	 * @param string|null $memory_limit Null reads the setting.
	 */
	public static function chunk_bytes( ?string $memory_limit = null ): int {
		$memory = wp_convert_hr_to_bytes( $memory_limit ?? (string) ini_get( 'memory_limit' ) );
		$limits = array(
			self::MAX_CHUNK_BYTES,
			$memory > 0 ? intdiv( $memory, self::SHARE_OF_MEMORY ) : self::MAX_CHUNK_BYTES,
			...array_filter(
				array_map(
					static fn( string $name ): int => wp_convert_hr_to_bytes( (string) ini_get( $name ) ),
					array( 'post_max_size', 'upload_max_filesize' ),
				),
			),
		);
		return max( 1, intdiv( min( $limits ), self::MIN_CHUNK_BYTES ) ) * self::MIN_CHUNK_BYTES;
	}
}
