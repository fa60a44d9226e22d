/*
 * The steps from one version of the tables to the next: src/store/migrations/NNN_*.sql, carried by the program
 * (tools/embed.py). A step that has been released is never changed.
 */
#ifndef ROOKERY_STORE_MIGRATIONS_H
#define ROOKERY_STORE_MIGRATIONS_H

extern const char embedded_001[];
extern const char embedded_002[];
extern const char embedded_003[];
extern const char embedded_004[];
extern const char embedded_005[];
extern const char embedded_006[];
extern const char embedded_007[];

#endif
