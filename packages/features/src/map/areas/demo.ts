// The demo company's depots and the places that it drives to: where the simulated vehicles really
// stand.
import type { Seed } from '../../seed.ts'
import { createArea } from './queries.ts'

const mark = (code: string, name: string, color: string, radius: number) => ({
  name,
  code,
  color,
  radius,
})
const place = (
  latitude: number,
  longitude: number,
  address: string,
  city: string,
  zip_code: string,
) => ({ latitude, longitude, address, city, zip_code })

/** Depots: homes of the fleet. */
export const demoHubs = [
  {
    ...mark('PIACENZA', 'Sede di Piacenza', '#2e51bb', 150),
    ...place(45.05655, 9.69166, 'Via dell’Esempio 1', 'Piacenza', '29122'),
  },
  {
    ...mark('MILANO', 'Deposito di Milano', '#1c7ed6', 150),
    ...place(45.46066, 9.19334, 'Via dei Magazzini 8', 'Milano', '20122'),
  },
  {
    ...mark('VERONA', 'Piattaforma frigo di Verona', '#0c8599', 150),
    ...place(45.43035, 10.97819, 'Viale del Freddo 3', 'Verona', '37122'),
  },
  {
    ...mark('BOLOGNA', 'Deposito di Bologna', '#e8590c', 150),
    ...place(44.49727, 11.34281, 'Via della Logistica 21', 'Bologna', '40126'),
  },
  {
    ...mark('PADOVA', 'Piattaforma di Padova', '#5f3dc4', 150),
    ...place(45.41104, 11.88074, 'Corso dei Corrieri 12', 'Padova', '35131'),
  },
  {
    ...mark('FIRENZE', 'Deposito di Firenze', '#9c36b5', 150),
    ...place(43.78303, 11.24288, 'Via del Carico 5', 'Firenze', '50123'),
  },
  {
    ...mark('ROMA', 'Deposito di Roma', '#d32929', 150),
    ...place(41.89648, 12.512, 'Via delle Consegne 40', 'Roma', '00185'),
  },
  {
    ...mark('NAPOLI', 'Piattaforma frigo di Napoli', '#2f9e44', 150),
    ...place(40.85549, 14.27176, 'Via della Spedizione 7', 'Napoli', '80143'),
  },
]

/** Customers and stops: ramps of towns on the tours. */
export const demoPois = [
  {
    ...mark('GENOVA-TERMINAL', 'Terminal container di Genova', '#1c7ed6', 400),
    ...place(44.40802, 8.94218, 'Calata della Prova 2', 'Genova', '16126'),
  },
  {
    ...mark('LIVORNO-PORTO', 'Magazzino del porto di Livorno', '#0c8599', 400),
    ...place(43.54803, 10.3249, 'Molo dell’Esempio 4', 'Livorno', '57123'),
  },
  {
    ...mark('BERGAMO-CEDI', 'Centro distribuzione di Bergamo', '#e8590c', 400),
    ...place(45.69364, 9.66306, 'Via dei Bancali 16', 'Bergamo', '24126'),
  },
  {
    ...mark('RIMINI-MERCATO', 'Mercato all’ingrosso di Rimini', '#2f9e44', 400),
    ...place(44.05717, 12.55991, 'Via dell’Ortofrutta 9', 'Rimini', '47924'),
  },
  {
    ...mark('ORTE-SOSTA', 'Area di sosta di Orte', '#f59f00', 400),
    ...place(42.46181, 12.38123, 'Uscita A1', 'Orte', '01028'),
  },
  {
    ...mark('CASSINO-OFFICINA', 'Officina autorizzata di Cassino', '#495057', 400),
    ...place(41.48631, 13.82334, 'Via del Tagliando 30', 'Cassino', '03043'),
  },
]

/** The hubs of the company that some trailers are shared with. */
const guestHubs = [
  {
    ...mark('PARMA', 'Stabilimento di Parma', '#9c36b5', 400),
    ...place(44.79896, 10.32081, 'Strada della Prova 12', 'Parma', '43121'),
  },
]

const seed: Seed = async (tx, { since, owner, guest }) => {
  for (const hub of demoHubs) await createArea(tx, 'hub', owner, hub, since)
  for (const poi of demoPois) await createArea(tx, 'poi', owner, poi, since)
  for (const hub of guestHubs) await createArea(tx, 'hub', guest, hub, since)
}
export default seed
